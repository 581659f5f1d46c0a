// Starts the built server without installing or building anything.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './lib/install.mjs'

const main = join(root, 'dist/server/main.mjs')
if (!existsSync(main)) {
  console.error('还没有构建：请先运行 npm run build（或直接运行 npm start）。')
  process.exit(1)
}

/**
 * Ends this process when npm ends. npm runs a script through a shell and on a signal ends only itself and the shell; the server
 * would keep its port and data folder, and the next start would be refused.
 */
function endWithNpm() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 300).unref()
}

if (process.env.npm_lifecycle_event) endWithNpm()
await import(pathToFileURL(main).href)
