/** `npm run operate`: what an operator says about the installation itself. */
import { writeNote } from '../infra/db/installation'
import { storageIdentity } from '../infra/storage/identity'
import { runCommand, UsageError, withDatabase } from './command'

const usage = `Usage:
  npm run operate -- storage-moved   the files of this database are now in the storage of this environment`

await runCommand(async ([command, ...rest]) => {
  if (command !== 'storage-moved' || rest.length > 0) throw new UsageError(usage)
  await withDatabase(async ({ db, config }) => {
    const identity = await storageIdentity(config)
    await writeNote(db, 'storage', identity)
    console.log(`已记下：文件在${identity.name}`)
  })
})
