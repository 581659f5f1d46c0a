/** Tests the mini-program's package: its files, its configuration, and that it offers what the manifest needs. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  buildShell,
  configProblems,
  filesWithoutGlob,
  foreignAddresses,
  globProblems,
  shellConfig,
} from '../../scripts/build-shell.mjs'
import { readManifest } from '../../scripts/lib/manifest.mjs'
import { methodKinds } from '../core/types'
import defaults from '../shell/shell.config.json'
import { builtShell, connectedShellBench } from './shell-bench'

const folder = mkdtempSync(join(tmpdir(), 'kejiang-shell-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a built plugin with every kind of file that the bundler produces; returns its folder. */
function builtPlugin(extra: readonly string[] = []): string {
  const web = mkdtempSync(join(folder, 'web-'))
  const usual = ['assets/main.1.js', 'assets/main.1.js.map', 'assets/main.1.css', 'assets/logo.2.svg', 'assets/harfbuzz.3.wasm']
  for (const name of [...usual, ...extra, 'simulator.html', 'simulator/web-view.js', 'assets/simulator.4.js']) {
    mkdirSync(dirname(join(web, name)), { recursive: true })
    writeFileSync(join(web, name), '')
  }
  writeFileSync(join(web, 'index.html'), '<script defer src="assets/main.1.js"></script>')
  return web
}
let made = 0
const build = (own: Readonly<Record<string, unknown>> = {}, web = builtPlugin()) => {
  made += 1
  const out = join(folder, `out-${made}`)
  return buildShell({ config: { ...defaults, ...own }, out, web }).then((built) => ({ ...built, out }))
}

describe('the package', () => {
  test('the package contains the mini-program and the plugin, without simulator and source maps', async () => {
    const { files, out } = await build()
    expect(files).toEqual([
      'app.acss', 'app.js', 'app.json', 'mini.project.json', 'package.json', 'pages/index/index.acss', 'pages/index/index.axml',
      'pages/index/index.js', 'pages/index/index.json', 'webview/assets/harfbuzz.3.wasm', 'webview/assets/logo.2.svg',
      'webview/assets/main.1.css', 'webview/assets/main.1.js', 'webview/index.html',
    ]) // biome-ignore format: a list of files
    const pages = JSON.parse(readFileSync(join(out, 'app.json'), 'utf8')).pages
    expect(pages).toEqual(['pages/index/index'])
    expect(readFileSync(join(out, 'pages/index/index.axml'), 'utf8')).toMatch(
      /<web-view id="main" src="\{\{src\}\}" onMessage="onWebViewMessage"/,
    )
  })

  test('the package is refused if a built file has an extension that no glob covers', async () => {
    await expect(build({}, builtPlugin(['assets/font.5.woff2', 'assets/LICENSE']))).rejects.toThrow(
      /webview\/assets\/LICENSE: no glob[\s\S]*webview\/assets\/font\.5\.woff2: no glob/,
    )
  })

  test('the package is refused if the page refers to its scripts by absolute paths', async () => {
    const web = builtPlugin()
    writeFileSync(join(web, 'index.html'), '<script src="/assets/main.1.js"></script>')
    await expect(build({}, web)).rejects.toThrow('absolute paths: /assets/main.1.js')
  })

  test('the package is refused if the page loads anything from another host', async () => {
    const web = builtPlugin()
    writeFileSync(
      join(web, 'assets/main.1.css'),
      '@import "//cdn.example/a.css";a{background:url(https://cdn.example/b.png)}c{background:url(data:,x)}',
    )
    writeFileSync(
      join(web, 'help.html'),
      '<link href="https://fonts.example/c.css"><a href="#top"></a><script src="assets/main.1.js"></script>',
    )
    expect(foreignAddresses(web)).toEqual([
      'assets/main.1.css: //cdn.example/a.css',
      'assets/main.1.css: https://cdn.example/b.png',
      'help.html: https://fonts.example/c.css',
    ])
    await expect(build({}, web)).rejects.toThrow('https://cdn.example/b.png')
  })

  test('the package of a remote page contains no plugin and no globs', async () => {
    const { files, out } = await build({ variant: 'remote', page: 'https://shop.example.com/' })
    expect(files.filter((name) => name.startsWith('webview/') || name === 'mini.project.json')).toEqual([])
    expect(readFileSync(join(out, 'app.js'), 'utf8')).toContain('https://shop.example.com/?platform=qianniu')
  })

  test('the package states the plugin’s version and the version of the cloud SDK', async () => {
    const { out } = await build()
    const { version, dependencies } = JSON.parse(readFileSync(join(out, 'package.json'), 'utf8'))
    expect(version).toBe(readManifest().version)
    expect(dependencies).toEqual({ '@tbmp/mp-cloud-sdk': '1.5.10' })
  })
})

test('globProblems accepts only globs for one kind of file each', () => {
  expect(globProblems(['webview/**/*.js', 'webview/**/*.css'])).toEqual([])
  expect(globProblems([])).toHaveLength(1)
  expect(globProblems(['webview/**/*', 'webview/**/*.{js,css}', '**/*.js'])).toHaveLength(3)
  expect(filesWithoutGlob(['webview/a.js', 'webview/x/b.wasm', 'app.js'], ['webview/**/*.js'])).toEqual(['webview/x/b.wasm'])
})

test('configProblems explains each setting that cannot work', () => {
  expect(configProblems(defaults)).toEqual([])
  const wrong = {
    ...defaults,
    variant: 'both',
    apiBase: 'shop.example.com',
    env: 'prod',
    cloudAppId: 'abc',
    topMethods: ['*'],
    linkHosts: ['https://x.com'],
    fileLimit: 0,
  }
  expect(configProblems(wrong)).toHaveLength(7)
  expect(configProblems({ ...defaults, variant: 'remote' })).toEqual(['远程页面要用 page（或 --page）写出插件页面的 https 地址'])
  expect(configProblems({ ...defaults, variant: 'remote', page: 'http://shop.example.com/' })).toHaveLength(1)
})

test('a recording shell is built only with a valid name, for both pages, and never in CI', () => {
  const manifest = { version: '1.0.0', hosts: { pictures: [] } }
  const pageOf = (own: object) => (shellConfig({ ...defaults, ...own }, manifest) as { page: string }).page
  try {
    vi.stubEnv('CI', '')
    expect(configProblems({ ...defaults, record: 'upload-and-delete' })).toEqual([])
    expect(configProblems({ ...defaults, record: '../x' })).toHaveLength(1)
    expect(pageOf({})).toBe('https://webview/index.html')
    expect(pageOf({ record: 'upload' })).toBe('https://webview/index.html?record=upload')
    expect(pageOf({ variant: 'remote', page: 'https://shop.example.com/', record: 'upload' })).toBe(
      'https://shop.example.com/?platform=qianniu&record=upload',
    )
    vi.stubEnv('CI', 'true')
    expect(configProblems({ ...defaults, record: 'upload' })).toEqual(['CI 里不生成录制用的外壳'])
  } finally {
    vi.unstubAllEnvs()
  }
})

test('the shell offers the methods behind the manifest’s permissions and the self-test’s, no others', async () => {
  const methods: Readonly<Record<string, readonly string[]>> = {
    'cloud.upload': ['cloud.upload', 'blob.write', 'blob.free'],
    'cloud.delete': ['cloud.delete'],
    'cloud.storeConfig': ['cloud.storeConfig', 'cloud.file.save'],
    'marketplace.call': ['top.invoke'],
    'file.save': ['disk.save'],
    storage: ['storage.get', 'storage.set', 'storage.remove'],
    http: ['http'],
    'link.open': ['link.open'],
    'chat.open': ['chat.open'],
  }
  const { page } = await connectedShellBench({ code: await builtShell() })
  const { caps, limits } = await page.ready()
  const asked = (readManifest().permissions as string[]).flatMap((permission) => methods[permission] ?? [`${permission}?`])
  // The self-test's methods need no permission: they only report facts and delete what they create.
  const trials = ['diagnose.echo', 'diagnose.facts', 'diagnose.file', 'diagnose.upload']
  expect([...caps].sort()).toEqual([...asked, ...trials].sort())
  expect(caps.every((cap) => cap in methodKinds)).toBe(true)
  expect(limits.file).toBe(3_145_728)
})
