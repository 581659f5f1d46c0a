// Builds dist/shell: the Qianniu mini-program that hosts the plugin, ready for the client's developer tool. See
// bridge/shell/README.md.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureInstalled, root } from './lib/install.mjs'
import { manifestProblems, platformCapabilities, readManifest } from './lib/manifest.mjs'
import { runTool } from './lib/run.mjs'

const source = join(root, 'bridge/shell')
const program = join(source, 'program')
/** Address under which the client serves the package's own pages. */
const packedPage = 'https://webview/index.html'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const write = (path, value) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`)
}

/**
 * Returns every file below a folder, as paths with forward slashes.
 * @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}

/**
 * Returns the files of the web-view that no glob of mini.project.json matches: the client's tool would leave them out without a
 * message.
 * @param {readonly string[]} files @param {readonly string[]} globs
 * @returns {string[]}
 */
export function filesWithoutGlob(files, globs) {
  const extensions = globs.map((glob) => /^webview\/\*\*\/\*(\.[a-z0-9]+)$/.exec(glob)?.[1])
  return files.filter(
    (file) => file.startsWith('webview/') && !extensions.some((extension) => extension && file.endsWith(extension)),
  )
}

/**
 * Returns what is wrong with the globs themselves.
 * @param {readonly string[]} globs
 * @returns {string[]}
 */
export function globProblems(globs) {
  const problems = globs.flatMap((glob) =>
    /^webview\/\*\*\/\*\.[a-z0-9]+$/.test(glob)
      ? []
      : [`${glob}: every kind of file needs a glob of its own, webview/**/*.ending`],
  )
  return globs.length === 0 ? ['include is empty'] : problems
}

const isHttps = (text) => /^https:\/\/[a-z0-9.-]+(:\d+)?(\/\S*)?$/i.test(text)
const isLocal = (text) => /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/\S*)?$/.test(text)
const isMethod = (name) => /^[a-z]+(\.[a-z0-9]+)+$/.test(name)
const isHost = (name) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)

/**
 * Returns what is wrong with a shell.config.json, in Chinese for the person who fills it in.
 * @param {Record<string, unknown>} config
 * @returns {string[]}
 */
export function configProblems(config) {
  const problems = []
  const check = (condition, sentence) => {
    if (!condition) problems.push(sentence)
  }
  const list = (value, isValid) => Array.isArray(value) && value.every((item) => typeof item === 'string' && isValid(item))
  const isAddress = (value) => typeof value === 'string' && (isHttps(value) || isLocal(value))
  check(config.variant === 'local' || config.variant === 'remote', 'variant 只能是 local（本地页面）或 remote（远程页面）')
  check(config.apiBase === '' || isAddress(config.apiBase), 'apiBase 要写后台的完整地址，如 https://shop.example.com')
  check(config.variant !== 'remote' || isAddress(config.page), '远程页面要用 page（或 --page）写出插件页面的 https 地址')
  check(config.env === 'test' || config.env === 'online', 'env 只能是 test 或 online')
  check(/^\d*$/.test(String(config.cloudAppId)), 'cloudAppId 是云应用的数字编号')
  check(/^\/[\w/-]+$/.test(String(config.cloudAppPath)), 'cloudAppPath 是云应用里的路径，如 /api/cloud_app')
  check(list(config.topMethods, isMethod), 'topMethods 是淘宝接口名的列表')
  check(list(config.linkHosts, isHost), 'linkHosts 是域名的列表，如 *.taobao.com')
  check(
    config.record === undefined || /^[a-z0-9][a-z0-9-]{0,63}$/.test(config.record),
    'record（--record）是录制的名字：小写字母、数字和横线',
  )
  check(config.record === undefined || !process.env.CI, 'CI 里不生成录制用的外壳')
  check(Number.isInteger(config.fileLimit) && config.fileLimit > 0, 'fileLimit 是字节数')
  check(isHttps(String(config.tutorial)), 'tutorial 是 https 地址')
  return problems
}

/**
 * Returns the part of the configuration that is built into the shell.
 * @param {any} config a checked shell.config.json @param {any} manifest
 */
export function shellConfig(config, manifest) {
  const remote = config.variant === 'remote'
  // The query tells the page that it is in a client's web-view, which it cannot detect before the client's script has run.
  const selection = [...(remote ? ['platform=qianniu'] : []), ...(config.record ? [`record=${config.record}`] : [])].join('&')
  const address = remote ? config.page : packedPage
  const page = selection === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${selection}`
  const ownHosts = [config.apiBase, remote ? config.page : ''].filter(isHttps).map((url) => new URL(url).hostname)
  return {
    version: manifest.version,
    page,
    relaysApi: !remote,
    env: config.env,
    cloudAppId: config.cloudAppId,
    cloudAppPath: config.cloudAppPath,
    topMethods: config.topMethods,
    linkHosts: [...new Set([...config.linkHosts, ...ownHosts])],
    fileHosts: manifest.hosts.pictures,
    fileLimit: config.fileLimit,
    tutorial: config.tutorial,
  }
}

/**
 * Bundles the shell's two scripts as ES2017 and CommonJS; the client's tool adds the cloud SDK.
 * @param {object} config result of `shellConfig`
 * @returns {Promise<Record<'app.js' | 'pages/index/index.js', string>>}
 */
export async function bundleShell(config) {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: { app: join(source, 'app.ts'), 'pages/index/index': join(source, 'page.ts') },
    outdir: '/',
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'neutral',
    target: 'es2017',
    charset: 'utf8',
    external: ['@tbmp/mp-cloud-sdk'],
    define: { __SHELL_CONFIG__: JSON.stringify(config) },
    logLevel: 'warning',
  })
  const text = (suffix) => outputFiles.find(({ path }) => path.replaceAll('\\', '/').endsWith(suffix))?.text ?? ''
  return { 'app.js': text('/app.js'), 'pages/index/index.js': text('/pages/index/index.js') }
}

/** Builds the plugin as a page of the package: paths relative to its scripts, and the address of its server. */
async function buildPage(out, apiBase) {
  const args = ['build', '--config', 'rspack.config.ts', '--output-path', out]
  const env = { NODE_ENV: 'production', PUBLIC_PATH: 'auto', API_BASE: apiBase }
  const { code, output } = await runTool('rspack', args, { capture: true, env })
  if (code !== 0) throw new Error(`The web build failed:\n${output}`)
  const { checkBundle } = await import('./lib/bundle-check.mjs')
  checkBundle(out)
}

/**
 * Returns whether a built file belongs to the plugin; the simulator and source maps do not.
 * @param {string} name
 */
export const belongsToPlugin = (name) => !name.endsWith('.map') && !name.startsWith('simulator') && !name.includes('/simulator.')

/**
 * Returns the addresses of other hosts that pages and style sheets load by themselves; a packed page cannot reach them.
 * @param {string} web
 * @returns {string[]}
 */
export function foreignAddresses(web) {
  const loadPatterns = {
    html: /(?:src|href)="(https?:\/\/[^"]*|\/\/[^"]*)"/g,
    css: /(?:url\(\s*["']?|@import\s+["'])((?:https?:)?\/\/[^"')]*)/g,
  }
  return filesBelow(web)
    .filter(belongsToPlugin)
    .flatMap((name) => {
      const pattern = loadPatterns[name.slice(name.lastIndexOf('.') + 1)]
      if (!pattern) return []
      return [...readFileSync(join(web, name), 'utf8').matchAll(pattern)].map((match) => `${name}: ${match[1]}`)
    })
}

/**
 * Copies a built plugin into the package.
 * @param {string} web @param {string} out
 */
export function packPage(web, out) {
  const html = readFileSync(join(web, 'index.html'), 'utf8')
  const absolute = [...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map((match) => match[1])
  if (absolute.length > 0) throw new Error(`index.html names files by absolute paths: ${absolute.join(', ')}`)
  const foreign = foreignAddresses(web)
  if (foreign.length > 0) throw new Error(`a packed page reaches no other host, and yet it names:\n- ${foreign.join('\n- ')}`)
  for (const name of filesBelow(web).filter(belongsToPlugin)) {
    mkdirSync(dirname(join(out, 'webview', name)), { recursive: true })
    cpSync(join(web, name), join(out, 'webview', name))
  }
}

function checkPackage(out) {
  const files = filesBelow(out)
  const problems = []
  const project = join(out, 'mini.project.json')
  const globs = existsSync(project) ? read(project).include : []
  if (files.some((name) => name.startsWith('webview/'))) {
    problems.push(...globProblems(globs))
    problems.push(
      ...filesWithoutGlob(files, globs).map((name) => `${name}: no glob of mini.project.json names it, it would not be packed`),
    )
  }
  const libraryStyles = files.filter(
    (name) => name.endsWith('.css') && readFileSync(join(out, name), 'utf8').includes('.arco-modal-wrapper'),
  )
  if (libraryStyles.length > 1)
    problems.push(`the component library's styles are packed more than once: ${libraryStyles.join(', ')}`)
  for (const page of read(join(out, 'app.json')).pages) {
    for (const ending of ['axml', 'js', 'json', 'acss']) {
      if (!files.includes(`${page}.${ending}`)) problems.push(`app.json names ${page}, but ${page}.${ending} is missing`)
    }
  }
  const { version } = read(join(root, 'package.json'))
  const entries = files.filter((name) => /^webview\/[^/]+\.html$/.test(name)).map((name) => name.slice('webview/'.length))
  const manifest = readManifest()
  const given = entries.length > 0 ? entries : [manifest.entry]
  problems.push(...manifestProblems(manifest, { version, capabilities: platformCapabilities(), entries: given }))
  if (problems.length > 0) throw new Error(`千牛外壳没有生成：\n- ${problems.join('\n- ')}`)
  return { files, bytes: files.reduce((sum, name) => sum + statSync(join(out, name)).size, 0) }
}

/**
 * Builds the package.
 * @param {{ config: any, out: string, web?: string }} options `web`: a built plugin to use instead of building one
 */
export async function buildShell({ config, out, web }) {
  const problems = configProblems(config)
  if (problems.length > 0) throw new Error(`shell.config.json：\n- ${problems.join('\n- ')}`)
  const manifest = readManifest()
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  for (const name of filesBelow(program)) {
    if (name === 'mini.project.json' && config.variant === 'remote') continue
    mkdirSync(dirname(join(out, name)), { recursive: true })
    cpSync(join(program, name), join(out, name))
  }
  write(join(out, 'package.json'), { ...read(join(program, 'package.json')), version: manifest.version })
  if (config.variant === 'local') {
    const built = web ?? `${out}.web`
    try {
      if (web === undefined) await buildPage(built, config.apiBase)
      packPage(built, out)
    } finally {
      if (web === undefined) rmSync(built, { recursive: true, force: true })
    }
  }
  for (const [name, text] of Object.entries(await bundleShell(shellConfig(config, manifest)))) write(join(out, name), text)
  return checkPackage(out)
}

/** Returns the configuration: the repository's file, overridden by the file of `--config`, overridden by the command line. */
function readConfig() {
  const { values } = parseArgs({
    options: {
      config: { type: 'string' },
      out: { type: 'string' },
      variant: { type: 'string' },
      page: { type: 'string' },
      api: { type: 'string' },
      env: { type: 'string' },
      'cloud-app': { type: 'string' },
      record: { type: 'string' },
    },
  })
  const commandLine = {
    variant: values.variant,
    page: values.page,
    apiBase: values.api,
    env: values.env,
    cloudAppId: values['cloud-app'],
  }
  const config = {
    ...read(join(source, 'shell.config.json')),
    ...(values.config ? read(resolve(values.config)) : {}),
    ...Object.fromEntries(Object.entries(commandLine).filter(([, value]) => value !== undefined)),
    // Recording is read from the command line only, so that it is requested for each build anew.
    record: values.record,
  }
  return { config, out: values.out ? resolve(values.out) : join(root, 'dist/shell') }
}

/** Returns what a package still lacks before it can be published. */
const gaps = (config) => [
  ...(config.variant === 'local' && config.apiBase === '' ? ['没有写后台地址（--api），页面里的图片将无处可取'] : []),
  ...(config.variant === 'local' && config.cloudAppId === ''
    ? ['没有写云应用编号（--cloud-app），将使用控制台里绑定的那一个']
    : []),
  ...(config.record ? [`会录制「${config.record}」，只给测试人员使用，不能发布`] : []),
  ...(config.env === 'test' ? ['云环境是 test；上线前改为 --env online'] : []),
]

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  ensureInstalled()
  try {
    const { config, out } = readConfig()
    const { files, bytes } = await buildShell({ config, out })
    const kind = config.variant === 'local' ? '本地页面' : `远程页面 ${config.page}`
    console.log(
      `千牛外壳：${relative(root, out) || out}（${kind}，${files.length} 个文件，${(bytes / 1024 / 1024).toFixed(1)} MB）`,
    )
    for (const gap of gaps(config)) console.log(`注意：${gap}`)
    console.log('发布步骤见 bridge/shell/README.md')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}
