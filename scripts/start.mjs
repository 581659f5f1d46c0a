// One command to a working product: install if needed, build if needed, serve plugin, API and client simulator on one port.
import { ensureInstalled } from './lib/install.mjs'

ensureInstalled()
const { buildIfNeeded } = await import('./build.mjs')
await buildIfNeeded()
await import('./serve.mjs')
