import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Chromium without its window and tab strip: the same engine with half the CPU time. */
const shell = '/usr/bin/chromium-headless-shell'

const candidates = {
  linux: [
    shell,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
      join(folder, 'Chromium/Application/chrome.exe'),
    ]),
}

/** Returns the path of a Chromium-family browser on this machine, or null. CHROME_PATH takes precedence. */
export function findChromium() {
  const forced = process.env.CHROME_PATH
  if (forced) return existsSync(forced) ? forced : null
  return (candidates[process.platform] ?? []).find((path) => existsSync(path)) ?? null
}

const isDebian = () => existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))

function apt(args) {
  return spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
}

const hasChineseFont = () => {
  const list = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' })
  return list.status === 0 && list.stdout.trim() !== ''
}

const install = (packages) => apt(['install', '-y', '-qq', '--no-install-recommends', ...packages])

/**
 * Returns a browser for the tests. On Debian, as root, it installs one from the distribution together with a Chinese font,
 * because the screens are Chinese. Elsewhere it exits with a message when none is found.
 */
export function ensureChromium() {
  const debianRoot = process.platform === 'linux' && process.getuid?.() === 0 && isDebian()
  const browser = debianRoot && !process.env.CHROME_PATH && !existsSync(shell)
  const fonts = debianRoot && !hasChineseFont() ? ['fonts-noto-cjk', 'fontconfig'] : []
  if (browser || fonts.length > 0) {
    const wanted = browser ? ['chromium-headless-shell', ...fonts] : fonts
    console.log(`正在安装测试所需的系统软件包：${wanted.join(' ')} …`)
    // Older releases lack this package; the whole browser works too, only slower.
    const whole = browser && findChromium() === null ? ['chromium'] : []
    if (!apt(['update', '-qq']) || !(install(wanted) || install([...whole, ...fonts]))) {
      if (findChromium() === null || fonts.length > 0) {
        console.error('安装失败：请手动安装 Chromium 和中文字体，或用 CHROME_PATH 指定浏览器路径。')
        process.exit(1)
      }
    }
  }
  const found = findChromium()
  if (found !== null) return found
  console.error('浏览器测试需要 Chrome、Edge 或 Chromium：请安装其中之一，或用环境变量 CHROME_PATH 指定可执行文件的路径。')
  process.exit(1)
}
