/** Takes the lock of a data directory and holds it. argv: data directory. Prints `got` or `busy`. */
import { writeSync } from 'node:fs'
import { LockedError, lockDirectory } from '../../infra/db/pglite/lock'

const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('usage: holder DATA_DIR')
try {
  await lockDirectory(dataDir)
  writeSync(1, 'got\n')
  setInterval(() => {}, 60_000)
} catch (error) {
  if (!(error instanceof LockedError)) throw error
  writeSync(1, 'busy\n')
}
