// For development: the server restarts and the page refreshes when files change. Plugin on port 4601, API on 4600.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root } from './lib/install.mjs'

ensureInstalled()
const bin = (name) => join(root, 'node_modules', '.bin', name)
const children = [
  spawn(bin('tsx'), ['watch', 'server/main.ts'], { cwd: root, stdio: 'inherit', env: process.env }),
  spawn(bin('rspack'), ['dev', '--config', 'rspack.config.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children) child.on('exit', stop)
