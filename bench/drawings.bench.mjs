/**
 * Drawings (SVG) as the world writes them: a sample of public icons and illustrations, each brought to its stored form and drawn by
 * Chromium, as thumbnail and by the server's press, and compared with the original in Chromium. A drawing is alike when the mean of all px
 * is off by less than 1 of 255 and no block of 3 × 3 px is off by more than an edge's shade. The register of odd kinds is compared in the
 * same way by test/browser/drawings.test.ts.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { openBrowser } from './lib/browser.mjs'

/** Icons of each set: every so-manieth of its list, so that the sample is the same each time. */
const sample = 40
const packages = join(import.meta.dirname, 'node_modules')

const everyNth = (list) => list.filter((_, at) => at % Math.ceil(list.length / sample) === 0)

function filesOf(folder) {
  const path = join(packages, folder)
  const names = readdirSync(path).filter((name) => name.endsWith('.svg'))
  return everyNth(names).map((name) => ({ name: `${folder}/${name}`, svg: readFileSync(join(path, name), 'utf8') }))
}

function iconifyOf(set) {
  const { icons, width = 16, height = 16 } = JSON.parse(readFileSync(join(packages, '@iconify-json', set, 'icons.json'), 'utf8'))
  return everyNth(Object.entries(icons)).map(([name, icon]) => ({
    name: `${set}/${name}`,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${icon.width ?? width} ${icon.height ?? height}">${icon.body}</svg>`,
  }))
}

const icons = () => [
  ...['lucide-static/icons', 'heroicons/24/outline', 'heroicons/24/solid', 'simple-icons/icons'].flatMap(filesOf),
  ...['@tabler/icons/icons/outline', '@tabler/icons/icons/filled'].flatMap(filesOf),
]
const illustrations = () => ['noto', 'fluent-emoji'].flatMap(iconifyOf)

/** Returns the share of drawings that look alike everywhere, with the names of the others; none of these may be refused. */
async function judgeAll(pages, { compareEngines, looksAlike }, drawings) {
  const failed = []
  const judge = async (page, drawing) => {
    const compared = await compareEngines(page, drawing).catch((error) => ({ refused: `defect: ${error.message}` }))
    if ('refused' in compared) return failed.push(`${drawing.name} (${compared.refused})`)
    const apart = Object.entries(compared.apart).filter(([, difference]) => !looksAlike(difference))
    if (apart.length > 0) failed.push(`${drawing.name} (${apart.map(([engine]) => engine).join(', ')})`)
  }
  const waiting = drawings.values()
  await Promise.all(
    pages.map(async (page) => {
      for (const drawing of waiting) await judge(page, drawing)
    }),
  )
  const note = [`${drawings.length} drawings`, ...failed.slice(0, 5)].join('; ')
  return { ours: (100 * (drawings.length - failed.length)) / drawings.length, note }
}

export async function measure(print) {
  // Beside the product's packages, which the bundle imports.
  const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.bench-drawings-'))
  const browser = await openBrowser()
  try {
    const load = async (name, entry) => {
      const outfile = join(folder, `${name}.mjs`)
      const entryPoints = [join(import.meta.dirname, '..', entry)]
      await build({
        entryPoints,
        outfile,
        bundle: true,
        platform: 'node',
        format: 'esm',
        packages: 'external',
        logLevel: 'error',
      })
      return import(pathToFileURL(outfile).href)
    }
    const engines = {
      ...(await load('engines', 'test/browser/support/drawing-engines.ts')),
      ...(await load('difference', 'test/browser/support/picture-difference.ts')),
    }
    const pages = [await browser.newPage(), await browser.newPage()]
    const unit = '%'
    print({ name: 'drawings: icons alike in every engine', unit, ...(await judgeAll(pages, engines, icons())) })
    print({ name: 'drawings: illustrations alike in every engine', unit, ...(await judgeAll(pages, engines, illustrations())) })
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
