import JSZip from 'jszip'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { xlsxFile } from './xlsx'

async function partsOf(rows: Parameters<typeof xlsxFile>[0]) {
  const zip = await JSZip.loadAsync(await (await xlsxFile(rows, '下载清单')).arrayBuffer(), { checkCRC32: true })
  return new Map(
    await Promise.all(Object.entries(zip.files).map(async ([name, file]) => [name, await file.async('string')] as const)),
  )
}

/** Returns the cells by address, read by a strict parser. */
function cellsOf(xml: string): ReadonlyMap<string, string> {
  const cells = new Map<string, string>()
  let at = ''
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (name !== 'c') return
    at = attributes.r?.value ?? ''
    cells.set(at, '')
  })
  parser.on('text', (text) => {
    if (at !== '') cells.set(at, (cells.get(at) ?? '') + text)
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'c') at = ''
  })
  parser.write(xml).close()
  return cells
}

test('a workbook contains all required parts, each well-formed', async () => {
  const parts = await partsOf([['甲']])
  expect([...parts.keys()].sort()).toEqual(
    [
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ].sort(),
  )
  for (const xml of parts.values()) expect(() => cellsOf(xml)).not.toThrow()
  expect(parts.get('xl/workbook.xml')).toContain('name="下载清单"')
})

test('order numbers, blanks and special characters stay unchanged, and counts are numbers', async () => {
  const rows = [
    ['平台订单号', '数量', '备注'],
    ['2612345678901234567', 3, ' =1+1 <b>&"x" '],
    ['0012', 0, 'a\u0000b\ud800\n_x0041_'],
    ['', 1, ''],
  ]
  const xml = (await partsOf(rows)).get('xl/worksheets/sheet1.xml') ?? ''
  const cells = cellsOf(xml)
  expect(Object.fromEntries(cells)).toEqual({
    A1: '平台订单号',
    B1: '数量',
    C1: '备注',
    A2: '2612345678901234567',
    B2: '3',
    C2: ' =1+1 <b>&"x" ',
    A3: '0012',
    B3: '0',
    C3: 'ab\n_x005F_x0041_',
    B4: '1',
  })
  expect(xml).not.toContain('<f>')
  expect(xml).toContain('<c r="A2" s="1" t="inlineStr">')
  expect(xml).toContain('<autoFilter ref="A1:C4"/>')
})

test('columns beyond Z get two letters', async () => {
  const xml = (await partsOf([Array.from({ length: 30 }, (_, place) => place)])).get('xl/worksheets/sheet1.xml') ?? ''
  expect([...cellsOf(xml).keys()].slice(24)).toEqual(['Y1', 'Z1', 'AA1', 'AB1', 'AC1', 'AD1'])
})
