import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** Returns the script of a package's command, so that it runs without npx in between. */
function command(name) {
  const file = join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
  if (!existsSync(file)) throw new Error(`${name} is not installed; run npm ci`)
  return file
}

/**
 * Runs a tool of node_modules/.bin.
 * @param {{ env?: object, capture?: boolean, input?: 'ignore' | 'inherit' }} [options]
 * @returns {Promise<{ code: number, output: string, ms: number }>} `output` is filled when `capture` is set.
 */
export const runTool = (name, args, options = {}) => run(command(name), args, { ...options, shell: process.platform === 'win32' })

/** Runs a program by this Node; its output is captured. @param {readonly string[]} args the file first */
export const runNode = (args) => run(process.execPath, args, { capture: true })

function run(file, args, { env = {}, capture = false, input = 'ignore', shell = false }) {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: capture ? [input, 'pipe', 'pipe'] : [input, 'inherit', 'inherit'],
      shell,
    })
    let output = ''
    child.stdout?.on('data', (data) => {
      output += data
    })
    child.stderr?.on('data', (data) => {
      output += data
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve({ code: code ?? 1, output, ms: performance.now() - started }))
  })
}
