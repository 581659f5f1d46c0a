/**
 * Declares the simple entities that Illustrator writes into drawings, and refuses those that could grow without bound. Pure.
 */

/** Characters of one entity, and of all places that name one. */
const maxEntity = 2000
const maxEntities = 200_000

const entityDeclaration = /\s*<!ENTITY\s+([\w.:-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/y
/** Parts of a document type besides entities: they have no effect on a drawing. */
const otherDeclaration = /\s*(?:<!--(?:(?!-->)[\s\S])*-->|<!(?:ELEMENT|ATTLIST|NOTATION)\b[^>]*>|<\?(?:(?!\?>)[\s\S])*\?>)/y

const blank = /\s*$/y

/**
 * Declares the entities of a document type.
 *
 * @param entities of a parser; a value is read whenever the document names it.
 * @param refusal makes the error that is thrown, here or while the document is read.
 */
export function declareEntities(entities: Record<string, string>, doctype: string, refusal: () => Error): void {
  const open = doctype.indexOf('[')
  if (open < 0) return
  const declarations = doctype.slice(open + 1, doctype.lastIndexOf(']'))
  let named = 0
  let at = 0
  for (;;) {
    blank.lastIndex = at
    if (blank.test(declarations)) return
    otherDeclaration.lastIndex = at
    entityDeclaration.lastIndex = at
    if (otherDeclaration.test(declarations)) {
      at = otherDeclaration.lastIndex
      continue
    }
    const [, name, quoted, apostrophed] = entityDeclaration.exec(declarations) ?? []
    const value = quoted ?? apostrophed ?? ''
    // Entities of entities are how a small file grows without bound; markup in one would escape the reader.
    if (name === undefined || /[&<%]/.test(value) || value.length > maxEntity) throw refusal()
    at = entityDeclaration.lastIndex
    Object.defineProperty(entities, name, {
      configurable: true,
      get() {
        named += value.length
        if (named > maxEntities) throw refusal()
        return value
      },
    })
  }
}
