import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvFile } from './csv'

const textOf = (rows: Parameters<typeof csvFile>[0]) => csvFile(rows).text()
/** Parses CSV as RFC 4180 defines it. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]]
  const pattern = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/gy
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    rows[rows.length - 1]?.push(match[1]?.replace(/""/g, '"') ?? match[2] ?? '')
    if (match[3] === '\r\n') rows.push([])
  }
  rows.pop()
  return rows
}

test('the CSV begins with the byte order mark of UTF-8 and keeps order numbers complete in Excel', async () => {
  const bytes = new Uint8Array(await csvFile([['订单号', 3]]).arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(await textOf([['2612345678901234567', '0012', '12', 12]])).toBe('"2612345678901234567\t","0012\t","12",12\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1', '\r=1'])('Excel does not read %j as a formula', async (text) => {
  expect(await textOf([[text]])).toBe(`"'${text}"\r\n`)
})

test('every text stays within one cell of the CSV', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), { minLength: 1 }), async (rows) => {
      const read = parse(await textOf(rows))
      expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length))
      for (const [at, row] of rows.entries())
        for (const [place, cell] of row.entries()) expect(read[at]?.[place]).toContain(cell.replaceAll('\0', ''))
    }),
  )
})
