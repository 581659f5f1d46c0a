/** Opens the data folder of an embedded database with its library alone, and says when it has answered. Argument: the folder. */
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

const lite = await PGlite.create({ dataDir: process.argv[2], extensions: { pg_trgm, btree_gin } })
await lite.query('select count(*) from account')
process.stdout.write('answered\n')
await lite.close()
