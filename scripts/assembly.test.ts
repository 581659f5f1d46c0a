import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pixelsSource } from '../imaging/png/pixels-wasm'
import { allTests } from '../test/setup/size.ts'
import { compile, compiled, sourceHash } from './assembly.mjs'

test('the WebAssembly of the PNG encoder was compiled from the present source', () => {
  expect(pixelsSource, 'run node scripts/assembly.mjs').toBe(sourceHash())
})

test.runIf(allTests)('compiling the source again gives the same bytes', () => {
  expect(compile()).toBe(readFileSync(compiled, 'utf8'))
})
