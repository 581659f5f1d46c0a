// npm run test:node -- MAJOR: runs the server's tests on another pinned version of Node.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root } from './lib/install.mjs'
import { fetchNode, withNode } from './lib/node.mjs'
import { pinned } from './lib/node-version.mjs'

const major = process.argv[2] ?? ''
if (!(major in pinned)) {
  console.error(`usage: npm run test:node -- ${Object.keys(pinned).join(' | ')}`)
  process.exit(2)
}
ensureInstalled()
const node = fetchNode(Number(major))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
process.exit(
  spawnSync(node, [vitest, 'run', '--project', 'server'], { cwd: root, env: withNode(node), stdio: 'inherit' }).status ?? 1,
)
