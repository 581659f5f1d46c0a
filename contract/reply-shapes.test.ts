/** Compares the shapes that the plugin needs of answers with the contract's schemas, call by call. */
import { expect, test } from 'vitest'
import { contract } from './contract'
import { type ReplyShape, replyShapes } from './reply-shapes'

interface Definition {
  readonly type: string
  readonly innerType?: Zod
  readonly out?: Zod
  readonly element?: Zod
  readonly shape?: Readonly<Record<string, Zod>>
}
interface Zod {
  readonly _zod: { readonly def: Definition }
}

const inner = ({ _zod: { def } }: Zod): Definition => {
  const within = def.type === 'pipe' ? def.out : def.type === 'nullable' ? def.innerType : undefined
  return within ? inner(within) : def
}
const ending = (schema: Zod): string => {
  if (schema._zod.def.type === 'nullable') return ''
  const def = inner(schema)
  if (def.type === 'array' && def.element) return /^(?:object|record)$/.test(inner(def.element).type) ? '[]' : '()'
  return /^(?:object|record)$/.test(def.type) ? '{}' : def.type === 'number' ? '#' : ''
}

/** Calls whose answer says only that it was done, or is looked at for plain fields: the list is read again instead. */
const unread: ReadonlySet<string> = new Set([
  'apiKeys.create',
  'apiKeys.revoke',
  'subAccounts.create',
  'subAccounts.update',
  'phoneCaseMaterials.create',
  'phoneCaseMaterials.update',
  'wireframes.update',
  'designAssetCollections.create',
  'designAssetCollections.update',
  'templates.settings',
  'templates.copy',
  'printFloor.counts',
  'printFloor.open',
  'printers.create',
  'printers.save',
  'jigs.create',
  'jigs.save',
  'blanks.change',
  'hotFolder.files',
  'printProfiles.create',
  'printProfiles.save',
  'products.create',
  'products.import',
  'customizationSettings.put',
  'shopCustomizationSettings.create',
  'shopCustomizationSettings.update',
  'shopCustomizationSettings.renew',
  'orders.import',
  'orders.keepFileProfile',
  'orders.decidePieces',
  'orders.settleChange',
  'factories.update',
  'buyerDesigns.bind',
  'buyerDesigns.deliver',
  'buyerDesigns.draw',
  'buyerDesigns.unbind',
  'buyerDesigns.copy',
  'buyerDesigns.allow',
  'buyerDesigns.reject',
  'downloadRules.put',
  'automationRules.create',
  'automationRules.update',
  'automationRules.arm',
])

// The buyers' page has calls of its own.
const calls = Object.entries(contract)
  .filter(([resource]) => resource !== 'buyer')
  .flatMap(([resource, all]) =>
    Object.entries(all as Readonly<Record<string, { readonly res: unknown }>>).map(([name, { res }]) => {
      const shapes = replyShapes[resource as keyof typeof replyShapes] as Readonly<Record<string, ReplyShape>> | undefined
      return [`${resource}.${name}`, res as Zod, shapes?.[name]] as const
    }),
  )

test.each(calls)('%s has what the plugin needs of it, and every list that it reads is checked', (name, res, shape) => {
  const def = inner(res)
  if (def.type === 'array') {
    // The plugin takes a list of records alone: of texts or numbers it would refuse every answer that is not empty.
    expect(inner(def.element as Zod).type).toBe('object')
    return expect(shape).toBe('list')
  }
  const fields = Object.entries(def.shape ?? {}).map(([field, schema]) => `${field}${ending(schema)}`)
  if (shape !== undefined) expect(fields).toEqual(expect.arrayContaining([...shape]))
  const lists = fields.filter((field) => /(?:\[\]|\(\)|\{\})$/.test(field))
  if (lists.length > 0 && shape === undefined) expect([...unread]).toContain(name)
})
