/**
 * Compiles the AssemblyScript of the plugin to WebAssembly: `node scripts/assembly.mjs` writes `imaging/png/pixels-wasm.ts`, which
 * is kept with its source, so that building the product needs no compiler. The compiler is a package of its own folder; the same
 * source and version always give the same bytes.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, runNpm } from './lib/node.mjs'

const folder = join(root, 'scripts', 'assembly')
const source = join(root, 'imaging/png/assembly/pixels.ts')
export const compiled = join(root, 'imaging/png/pixels-wasm.ts')

/** Returns the hash of the source, which the compiled module names. */
export const sourceHash = () => createHash('sha256').update(readFileSync(source, 'utf8').replaceAll('\r\n', '\n')).digest('hex')

/** Installs the compiler and returns the text of the module that it makes. */
export function compile() {
  if (runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], folder) !== 0)
    throw new Error('the compiler could not be installed')
  const out = mkdtempSync(join(tmpdir(), 'assembly-'))
  try {
    const wasm = join(out, 'pixels.wasm')
    const compiler = join(folder, 'node_modules/assemblyscript/bin/asc.js')
    const options = ['-O3', '--noAssert', '--runtime', 'stub', '--initialMemory', '1', '-o', wasm]
    execFileSync(process.execPath, [compiler, source, ...options], { stdio: 'inherit' })
    return `// Written by scripts/assembly.mjs from assembly/pixels.ts, whose hash is the first line. Do not edit.
export const pixelsSource = '${sourceHash()}'
/** WebAssembly in Base64. */
export const pixelsWasm =
  '${readFileSync(wasm).toString('base64')}'
`
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(compiled, compile())
