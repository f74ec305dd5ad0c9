// @ts-check
// The page's address: the deal behind the #, and, where the page is embedded in another one, what
// that one wishes. In an embedded page the address is the host's: it is read, never written.

const asked = new URLSearchParams(location.search);

/** Whether the page is part of another one. */
export const isEmbedded = asked.has("embed");

/** How long a step of the start may take, in seconds: `?patience=120` for slow lines. */
export function patience() {
  const seconds = Number(asked.get("patience"));
  return seconds >= 1 && seconds <= 3600 ? seconds : undefined;
}

/** What an embedded page is asked for, by name; a deal behind the # counts as the deal.
 * @returns {Record<string, string>} */
export function readWishes() {
  if (!isEmbedded) return {};
  const wishes = Object.fromEntries(asked);
  for (const known of ["embed", "patience"]) delete wishes[known];
  const deal = codeInAddress();
  return deal ? { ...wishes, deal } : wishes;
}

/** @param {string} code */
export function writeAddress(code) {
  if (isEmbedded || codeInAddress() === code) return;
  try {
    history.replaceState(null, "", `#${code}`);
  } catch {
    // A frame without an address of its own has none to write.
  }
}

/** What stands in the address; as it stands where it can't be decoded. */
export function codeInAddress() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
