// node scripts/command.mjs TOOL|FILE [arguments]: runs a tool of node_modules, or a program of dist/server that is built if it is
// missing, on a Node that the product supports.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './lib/install.mjs'

const [name, ...args] = process.argv.slice(2)
ensureInstalled()
if (name.startsWith('dist/')) {
  const file = join(root, name)
  if (!existsSync(file)) {
    const { buildServer } = await import('./build.mjs')
    await buildServer()
  }
  process.argv.splice(1, 2, file)
  await import(pathToFileURL(file).href)
} else {
  const { runTool } = await import('./lib/run.mjs')
  process.exit((await runTool(name, args, { input: 'inherit' })).code)
}
