/** The peers of reading an order file, in a page: the libraries alone, on the chosen file, on the main thread. */
import Papa from 'papaparse'
import readWorkbook from 'read-excel-file/universal'

const chosenFile = (): File => {
  const file = document.querySelector('input')?.files?.[0]
  if (file === undefined) throw new Error('no file chosen')
  return file
}

/** Resolves with the number of rows. */
const sides = {
  csv: async (file: File) => Papa.parse<string[]>(await file.text()).data.length,
  xlsx: async (file: File) => (await readWorkbook(await file.arrayBuffer()))[0]?.data.length ?? 0,
}

async function read(side: keyof typeof sides) {
  const start = performance.now()
  const rows = await sides[side](chosenFile())
  return { ms: performance.now() - start, rows }
}

Object.assign(window, { bench: { read } })
