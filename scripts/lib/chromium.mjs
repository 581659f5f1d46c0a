import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const candidates = {
  linux: [
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

/** Path of a Chromium-family browser on this machine, or null. CHROME_PATH wins. */
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

/**
 * A browser for the tests: found, or on Debian as root installed from the distribution together with a Chinese font
 * (screens are looked at in Chinese). Elsewhere it says what is missing and stops.
 */
export function ensureChromium() {
  const debianRoot = process.platform === 'linux' && process.getuid?.() === 0 && isDebian()
  const wanted = []
  if (findChromium() === null && !process.env.CHROME_PATH) wanted.push('chromium')
  if (debianRoot && !hasChineseFont()) wanted.push('fonts-noto-cjk', 'fontconfig')
  if (debianRoot && wanted.length > 0) {
    console.log(`正在安装测试所需的系统软件包：${wanted.join(' ')} …`)
    if (!apt(['update', '-qq']) || !apt(['install', '-y', '-qq', '--no-install-recommends', ...wanted])) {
      console.error('安装失败：请手动安装 Chromium，或用 CHROME_PATH 指定浏览器路径。')
      process.exit(1)
    }
  }
  const found = findChromium()
  if (found !== null) return found
  console.error('浏览器测试需要 Chrome、Edge 或 Chromium：请安装其中之一，或用环境变量 CHROME_PATH 指定可执行文件的路径。')
  process.exit(1)
}
