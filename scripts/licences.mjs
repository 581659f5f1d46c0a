// Checks the licence of every package of the lock file, and writes dist/NOTICE.txt (packages, fonts and models with their licences) and
// dist/sbom.cdx.json (CycloneDX).
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root } from './lib/install.mjs'
import { licenceOf, licenceProblems } from './lib/licences.mjs'
import { modelNotes } from './lib/models.mjs'
import { npmCommand } from './lib/node.mjs'

const dist = join(root, 'dist')
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** Returns the texts of a package's licences. A font or a part of another origin has a text of its own. */
function licenceTexts(path) {
  const folder = join(root, path)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^(licen[sc]e|notice|copying)/i.test(name)) : []
  return names.sort().map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
}

/** Packages that a user of the product gets, in the order of their names. */
const delivered = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { version }]) => ({ path, name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version }))
  .sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))

function notice() {
  const lines = delivered.map(({ path, name, version }) => `${name} ${version}: ${licenceOf(path, packages[path])}`)
  // Many packages share a text; each is written once, with the packages it belongs to.
  const owners = new Map()
  for (const { path, name, version } of delivered)
    for (const text of licenceTexts(path)) owners.set(text, [...(owners.get(text) ?? []), `${name} ${version}`])
  const texts = [...owners].map(([text, names]) => `${'='.repeat(80)}\n${[...new Set(names)].join(', ')}\n\n${text}\n`)
  return `Kejiang contains or uses these works of others.

Packages (fonts among them are under the SIL Open Font License, OFL-1.1)

${[...new Set(lines)].join('\n')}

Models that cut pictures out

${modelNotes().join('\n')}
${texts.join('\n')}`
}

/** Returns npm's bill of materials of the delivered packages. */
function billOfMaterials() {
  const [file, ...first] = npmCommand()
  const args = [...first, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev']
  const done = spawnSync(file, args, { cwd: root, encoding: 'utf8', shell: file.endsWith('.cmd'), maxBuffer: 64 * 1024 * 1024 })
  if (done.status !== 0) throw new Error(`npm sbom 失败：${done.stderr}`)
  const bill = JSON.parse(done.stdout)
  // npm names the product after its folder.
  bill.metadata.component.name = 'kejiang'
  return bill
}

ensureInstalled()
const problems = licenceProblems(packages)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
mkdirSync(dist, { recursive: true })
writeFileSync(join(dist, 'NOTICE.txt'), notice())
const bill = billOfMaterials()
writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
console.log(`许可证都在允许的清单里：${Object.keys(packages).length - 1} 个包，随产品交付 ${delivered.length} 个`)
console.log(`已写出 dist/NOTICE.txt 和 dist/sbom.cdx.json（CycloneDX ${bill.specVersion}，${bill.components.length} 项）`)
