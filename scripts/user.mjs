// npm run user -- add NAME | passwd NAME | list: manages merchant accounts.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './lib/install.mjs'

ensureInstalled()
const entry = join(root, 'dist/server/user.mjs')
if (!existsSync(entry)) {
  const { buildServer } = await import('./build.mjs')
  await buildServer()
}
await import(entry)
