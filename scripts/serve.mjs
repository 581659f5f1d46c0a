// Starts the built server and nothing else: no install, no build.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/install.mjs'

const main = join(root, 'dist/server/main.mjs')
if (!existsSync(main)) {
  console.error('还没有构建：请先运行 npm run build（或直接运行 npm start）。')
  process.exit(1)
}
await import(main)
