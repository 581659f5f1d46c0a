// Starts the built server without installing or building anything.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, whenNpmEnds } from './lib/node.mjs'

const main = join(root, 'dist/server/main.mjs')
if (!existsSync(main)) {
  console.error('还没有构建：请先运行 npm run build（或直接运行 npm start）。')
  process.exit(1)
}

// The server would keep its port and data folder, and the next start would be refused.
whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'))
await import(pathToFileURL(main).href)
