// @ts-check
// Makes the snapshot for later visits out of an engine of its own, while the player's goes on.

import { makeSnapshot } from "./python.js";
import { keepSnapshot } from "./snapshot.js";

makeSnapshot()
  .then(keepSnapshot)
  .catch((error) => console.info("No snapshot of the engine could be kept:", error))
  .finally(() => self.close());
