// Starts a working product with one command: installs and builds if needed, then serves plugin, API and client simulator on one
// port.
import { ensureInstalled } from './lib/install.mjs'

ensureInstalled()
const { buildIfNeeded } = await import('./build.mjs')
await buildIfNeeded()
await import('./serve.mjs')
