// Leaves what a built server needs, for an image or a machine that only serves: most packages are in the built plugin already. dist/node
// becomes the program that runs it, for a service manager.
import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { serverBundle } from './build.mjs'
import { root } from './lib/install.mjs'

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** Returns the names of the packages that the server's bundles import. */
async function importedNames() {
  const { metafile } = await build({ ...serverBundle(), write: false, metafile: true })
  const paths = Object.values(metafile.outputs).flatMap(({ imports }) => imports.filter(({ external }) => external))
  const names = paths.map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'))
  return new Set(names.filter((name) => !isBuiltin(name)))
}

/** Returns the folder in which the package at `from` finds another one, as Node does; undefined when it is not installed. */
function findPackage(name, from) {
  const parts = from === '' ? [] : from.split('/node_modules/')
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const path = [...parts.slice(0, depth), name].join('/node_modules/')
    const whole = path.startsWith('node_modules/') ? path : `node_modules/${path}`
    if (packages[whole]) return whole
  }
  return undefined
}

const kept = new Set()
const keep = (name, from) => {
  const path = findPackage(name, from)
  if (path === undefined || kept.has(path)) return
  kept.add(path)
  const { dependencies, optionalDependencies, peerDependencies } = packages[path]
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) keep(needed, path)
}
for (const name of await importedNames()) keep(name, '')

// Those inside a package that is removed go with it; one that is kept is never inside a removed one.
for (const path of Object.keys(packages))
  if (path !== '' && !kept.has(path)) rmSync(join(root, path), { recursive: true, force: true })
// Without npm's own note of what is installed, a later build installs again.
for (const name of ['.bin', '.cache', '.package-lock.json'])
  rmSync(join(root, 'node_modules', name), { recursive: true, force: true })

// Builds of the runtime for browsers, each of them tens of megabytes.
const runtime = join(root, 'node_modules/onnxruntime-web/dist')
const isForNode = (name) => /^ort\.node\.|^ort-wasm-simd-threaded\.(?:mjs|wasm)$/.test(name)
for (const name of readdirSync(runtime)) if (!isForNode(name)) rmSync(join(runtime, name), { recursive: true })

const program = join(root, 'dist/node')
const isFetched = process.execPath.startsWith(join(root, '.node'))
rmSync(program, { force: true })
// A fetched one moves with the checkout.
symlinkSync(isFetched ? relative(dirname(program), process.execPath) : process.execPath, program)
console.log(`留下 ${kept.size} 个包`)
