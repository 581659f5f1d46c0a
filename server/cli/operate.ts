/** `npm run operate`: what an operator says about the installation itself. */

import { type OperateRequest, operateInstallation } from '../infra/operate'
import { storageIdentity } from '../infra/storage/identity'
import { askRunning, runCommand, UsageError, withDatabase } from './command'

const usage = `Usage:
  npm run operate                               shows what is halted, where the files are, and the last whole backup
  npm run operate -- maintenance on [WORDS]     everything can be read and nothing changed, jobs pause, and people read the WORDS
  npm run operate -- maintenance off
  npm run operate -- confirm-copy               this database is not a copy of one that is still used: it may act outside
  npm run operate -- storage-moved              the files of this database are now in the storage of this environment
All servers of the database follow within seconds. A running server with the embedded database answers itself.`

function requestOf([command, ...rest]: readonly string[]): OperateRequest {
  const [first, ...words] = rest
  if (command === undefined) return { about: 'state' }
  if (command === 'maintenance' && first === 'on') return { about: 'maintenance', on: true, words: words.join(' ') }
  if (command === 'maintenance' && first === 'off' && words.length === 0) return { about: 'maintenance', on: false }
  if ((command === 'confirm-copy' || command === 'storage-moved') && rest.length === 0) return { about: command }
  throw new UsageError(usage)
}

await runCommand(async (args) => {
  const operate = requestOf(args)
  const asked = await askRunning({ operate }, () => undefined)
  const said = asked
    ? String(asked.done)
    : await withDatabase(async ({ db, clock, config }) =>
        operateInstallation({ db, now: () => clock.now(), storage: await storageIdentity(config) }, operate),
      )
  console.log(said)
})
