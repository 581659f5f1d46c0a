// npm run shop -- authorize ACCOUNT | list ACCOUNT: manages the shops of an account.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './lib/install.mjs'

ensureInstalled()
const entry = join(root, 'dist/server/shop.mjs')
if (!existsSync(entry)) {
  const { buildServer } = await import('./build.mjs')
  await buildServer()
}
await import(entry)
