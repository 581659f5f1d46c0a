// npm run refund -- NUMBER: refunds the remaining credits of a recharge.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './lib/install.mjs'

ensureInstalled()
const entry = join(root, 'dist/server/refund.mjs')
if (!existsSync(entry)) {
  const { buildServer } = await import('./build.mjs')
  await buildServer()
}
await import(entry)
