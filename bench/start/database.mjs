/** Opens the data folder of an embedded database with its library alone, and says when it has answered. Argument: the folder. */
import { PGlite } from '@electric-sql/pglite'

const lite = await PGlite.create({ dataDir: process.argv[2] })
await lite.query('select count(*) from account')
process.stdout.write('answered\n')
await lite.close()
