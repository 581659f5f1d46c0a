/** PostgreSQL's own extensions that the migrations create: part of PGlite's package, a few kB each, loaded when it starts. */
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

export const extensions = { pg_trgm, btree_gin }
