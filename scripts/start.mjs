// One command to a working product: install if needed, build if needed, serve plugin, API and client simulator on one port.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root } from './lib/install.mjs'

ensureInstalled()
const { buildIfNeeded } = await import('./build.mjs')
await buildIfNeeded()

const child = spawn(process.execPath, [join(root, 'dist/server/main.mjs')], { stdio: 'inherit', cwd: root, env: process.env })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
