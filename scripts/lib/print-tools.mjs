// Programs that read print files and are not ours, with which tests check what the product writes.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Program, or module of Debian's Python → Debian's package. */
const packages = {
  tiffinfo: 'libtiff-tools',
  exiftool: 'libimage-exiftool-perl',
  gs: 'ghostscript',
  qpdf: 'qpdf',
  zbarimg: 'zbar-tools',
  ezdxf: 'python3-ezdxf',
}

const isInstalled = (name) =>
  packages[name].startsWith('python3-')
    ? spawnSync('/usr/bin/python3', ['-c', `import ${name}`]).status === 0
    : spawnSync('which', [name]).status === 0

/** Installs what is missing on Debian, as root. Elsewhere it names what is missing, and the tests that need it are skipped. */
export function ensurePrintTools() {
  const missing = Object.keys(packages).filter((program) => !isInstalled(program))
  if (missing.length === 0) return
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const wanted = missing.map((program) => packages[program])
  if (process.getuid?.() === 0 && /^ID(_LIKE)?=.*debian/m.test(release)) {
    console.log(`正在安装检查打印文件的工具：${wanted.join(' ')} …`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...wanted],
    ]) {
      spawnSync('apt-get', args, { stdio: 'inherit', env })
    }
  }
  const still = missing.filter((program) => !isInstalled(program))
  if (still.length > 0) console.warn(`没有 ${still.join('、')}，用它们检查打印文件的测试会跳过。`)
}
