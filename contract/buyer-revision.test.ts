import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buyerRevision } from './buyer-revision'
import { contract } from './contract'
import type { Endpoint } from './core'

/** Hash of the bodies of each revision. */
const fingerprints: Readonly<Record<number, string>> = { 3: '6b092cc8461e0026' }

test("a change of what the buyers' page sends raises the revision, so that an older server asks for another try", () => {
  const bodies = Object.entries<Endpoint>(contract.buyer).map(([name, { body }]) => [
    name,
    body ? z.toJSONSchema(body as unknown as z.ZodType, { io: 'input', unrepresentable: 'any' }) : null,
  ])
  const fingerprint = createHash('sha256').update(JSON.stringify(bodies)).digest('hex').slice(0, 16)
  expect({ [buyerRevision]: fingerprint }).toEqual(fingerprints)
})
