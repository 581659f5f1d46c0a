/**
 * The real server on a database that home/fill.ts has filled; on request it runs the plain statements of a case on the same database.
 * argv: the folder of the database, and the file that describes what was filled.
 */
import { readFileSync } from 'node:fs'
import { addUpCounts } from '../../server/domain/home/counts'
import { serveApi } from '../lib/api'
import { casesOf } from './bare'

const [folder = '', file = ''] = process.argv.slice(2)
const { db, port, signIn } = await serveApi(folder)
const { accountId, userId } = JSON.parse(readFileSync(file, 'utf8')) as { readonly accountId: number; readonly userId: number }
const cases = casesOf(db, accountId)
const token = await signIn(userId)
// As every minute on a server; the rest of a run is not added up.
await addUpCounts({ db })

process.on('message', async (name: string) => {
  const start = performance.now()
  await cases.find((one) => one.name === name)?.bare()
  process.send?.(performance.now() - start)
})
process.once('disconnect', () => process.exit(0))
process.send?.({ port, token, cases: cases.map(({ name, path }) => ({ name, path })) })
