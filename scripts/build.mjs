// Builds dist/: the plugin and simulator pages (web/), the server bundle (server/) and the packed plugin archive.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './lib/install.mjs'
import { manifestProblems, platformCapabilities, readManifest } from './lib/manifest.mjs'
import { prepareModels } from './lib/models.mjs'
import { runNode, runTool } from './lib/run.mjs'

const dist = join(root, 'dist')
const serverDist = join(dist, 'server')
const inputs = [
  'contract',
  'bridge',
  'adapters',
  'buyer',
  'design',
  'imaging',
  'src',
  'server',
  'public',
  'fixtures',
  'scripts/build.mjs',
  'scripts/lib/models',
  'scripts/lib/models.mjs',
  'scripts/lib/preact-for-react.mjs',
]
const inputFiles = ['package-lock.json', 'rspack.config.ts', 'tsconfig.json', 'plugin.manifest.json']

function* walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else if (!/\.test\.tsx?$/.test(entry.name)) yield path
  }
}

/** Returns a hash of everything the build reads; dist/ is current when the hash is the same. */
export function sourceHash() {
  const hash = createHash('sha256')
  const files = inputs.flatMap((name) => {
    const path = join(root, name)
    if (!existsSync(path)) return []
    return statSync(path).isDirectory() ? [...walk(path)] : [path]
  })
  for (const file of [...files, ...inputFiles.map((name) => join(root, name))]) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/** The program that makes what the first start would take long to make. */
const prepare = join(root, 'server/embedded/prepare.ts')

/**
 * Returns the options with which the server and its commands are bundled.
 *
 * @returns {import('esbuild').BuildOptions}
 */
export function serverBundle() {
  const cli = (name) => join(root, 'server/cli', `${name}.ts`)
  const entryPoints = {
    main: join(root, 'server/main.ts'),
    // The separate cutout host.
    cutout: join(root, 'server/cutout.ts'),
    'db-worker': join(root, 'server/infra/db/pglite/worker.ts'),
    'cutout-worker': join(root, 'server/infra/cutout/worker.ts'),
    prepare,
    'picture-process': join(root, 'server/infra/content/child.ts'),
    ...Object.fromEntries(
      [
        'user',
        'shop',
        'refund',
        'jobs',
        'export',
        'import',
        'backup',
        'restore',
        'rotate',
        'operate',
        'doctor',
        'migrate',
        'health',
      ]
        .filter((name) => existsSync(cli(name)))
        .map((name) => [name, cli(name)]),
    ),
  }
  return {
    entryPoints,
    outdir: serverDist,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22.12',
    // Packages stay in node_modules: PGlite's wasm, argon2 and sharp cannot be bundled, and bundling the others has no benefit.
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  }
}

/**
 * Returns the options of the agent at a printer: one file, which is copied to a computer that has Node alone.
 *
 * @returns {import('esbuild').BuildOptions}
 */
const hotFolderBundle = () => ({
  ...serverBundle(),
  entryPoints: { hotfolder: join(root, 'server/hot-folder/main.ts') },
  splitting: false,
  packages: 'bundle',
  sourcemap: false,
})

/**
 * Returns a hash of everything that decides what `prepare` makes: its code with all modules that it imports, the migrations, and the versions
 * of the packages.
 *
 * @param {typeof import('esbuild').build} build
 */
async function preparedHash(build) {
  const bundles = await build({
    ...serverBundle(),
    entryPoints: { prepare, 'picture-process': join(root, 'server/infra/content/child.ts') },
    splitting: false,
    sourcemap: false,
    write: false,
  })
  const hash = createHash('sha256')
  for (const { contents } of bundles.outputFiles) hash.update(contents)
  for (const path of [...walk(join(root, 'server/infra/db/migrations')), join(root, 'package-lock.json')])
    hash.update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

/** Runs `prepare`, or takes what it made of the same code before. @param {string} hash */
async function prepareFirstStart(hash) {
  const target = join(serverDist, 'prepared')
  const cache = join(root, 'node_modules/.cache/kejiang/prepared')
  const kept = join(cache, hash)
  if (!existsSync(kept)) {
    const { code, output } = await runNode([join(serverDist, 'prepare.mjs'), target])
    if (code !== 0) throw new Error(`The database and the demo could not be prepared:\n${output}`)
    // Only the last one is kept.
    rmSync(cache, { recursive: true, force: true })
    cpSync(target, `${kept}.new`, { recursive: true })
    renameSync(`${kept}.new`, kept)
  } else {
    cpSync(kept, target, { recursive: true })
  }
}

export async function buildServer() {
  const { build, stop } = await import('esbuild')
  rmSync(serverDist, { recursive: true, force: true })
  await build(serverBundle())
  await build(hotFolderBundle())
  const hash = await preparedHash(build)
  // Its service process would otherwise live as long as the server that npm start runs next.
  await stop()
  cpSync(join(root, 'server/infra/db/migrations'), join(serverDist, 'migrations'), { recursive: true })
  prepareModels(join(serverDist, 'models'))
  await prepareFirstStart(hash)
}

async function buildWeb(buildId) {
  const args = ['build', '--config', 'rspack.config.ts']
  const { code, output } = await runTool('rspack', args, { capture: true, env: { NODE_ENV: 'production', BUILD_ID: buildId } })
  if (code !== 0) throw new Error(`The web build failed:\n${output}`)
}

function checkManifest() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const entries = readdirSync(join(dist, 'web')).filter((name) => name.endsWith('.html'))
  const problems = manifestProblems(readManifest(), { version, capabilities: platformCapabilities(), entries })
  if (problems.length > 0) throw new Error(`plugin.manifest.json:\n- ${problems.join('\n- ')}`)
}

/** The client's tool leaves out a file that no glob of the shell names, and says nothing. */
async function checkGlobs() {
  const { belongsToPlugin, filesBelow, filesWithoutGlob } = await import('./build-shell.mjs')
  const { include } = JSON.parse(readFileSync(join(root, 'bridge/shell/program/mini.project.json'), 'utf8'))
  const files = filesBelow(join(dist, 'web')).filter(belongsToPlugin)
  const left = filesWithoutGlob(
    files.map((name) => `webview/${name}`),
    include,
  )
  if (left.length > 0) throw new Error(`mini.project.json has no glob for:\n- ${left.join('\n- ')}`)
}

/**
 * Packs the archive that a client loads: the manifest and the plugin's own files, without the buyers' page, the simulator and source maps. Returns
 * its path.
 */
async function packPlugin() {
  const { default: JSZip } = await import('jszip')
  const manifest = readManifest()
  const zip = new JSZip()
  const date = new Date('2000-01-01T00:00:00Z')
  zip.file('plugin.manifest.json', `${JSON.stringify(manifest, null, 2)}\n`, { date })
  const web = join(dist, 'web')
  for (const path of walk(web)) {
    const name = relative(web, path).replaceAll('\\', '/')
    if (
      name.endsWith('.map') ||
      name.startsWith('simulator') ||
      name.startsWith('customize/') ||
      /^(?:assets\/)?buyer\./.test(name) ||
      name.includes('/simulator.')
    )
      continue
    zip.file(name, readFileSync(path), { date })
  }
  const archive = await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
  const target = join(dist, `${manifest.id}-${manifest.version}.zip`)
  writeFileSync(target, archive)
  return target
}

export async function buildAll() {
  const started = performance.now()
  const hash = sourceHash()
  mkdirSync(dist, { recursive: true })
  await Promise.all([buildWeb(hash), buildServer()])
  checkManifest()
  await checkGlobs()
  const { checkBundle } = await import('./lib/bundle-check.mjs')
  const report = checkBundle(join(dist, 'web'))
  const archive = await packPlugin()
  writeFileSync(join(dist, 'build.json'), `${JSON.stringify({ hash, firstLoadKb: report.firstLoadKb }, null, 2)}\n`)
  console.log(
    `构建完成：首屏 ${report.firstLoadKb} KB（gzip，上限 ${report.budgetKb} KB），` +
      `买家页 ${report.buyerKb} KB（上限 ${report.buyerBudgetKb} KB），` +
      `插件包 ${relative(root, archive)}，用时 ${((performance.now() - started) / 1000).toFixed(1)} 秒`,
  )
}

/** Builds unless dist/ already matches the sources. */
export async function buildIfNeeded() {
  const file = join(dist, 'build.json')
  if (
    existsSync(file) &&
    existsSync(join(dist, 'server/main.mjs')) &&
    JSON.parse(readFileSync(file, 'utf8')).hash === sourceHash()
  )
    return
  console.log('正在构建…')
  await buildAll()
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureInstalled()
  try {
    await buildAll()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
