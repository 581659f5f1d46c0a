/** Which of a factory's moulds fits each of a seller's models: a proposal with its score, its reason and what came close. */
import { draftName, type NameDraft, type Phone, phonesOf, readName } from './names'
import { ruleScore } from './rule'
import { isMatch, judge, phoneKey, scoreOf, type Verdict } from './safety'

export interface SellerModel {
  readonly id: number
  readonly brand: string
  readonly name: string
}

export interface FactoryModel {
  /** The factory's own code, opaque or readable. */
  readonly code: string
  /** What the factory calls it; the code itself where it has no other name. */
  readonly name: string
}

export interface Candidate extends Verdict {
  readonly factory: FactoryModel
}

export interface Proposal {
  readonly seller: SellerModel
  /** The mould to bind, or null: then a person decides. */
  readonly match: Candidate | null
  /** The next best, whatever its score. */
  readonly runnerUp: Candidate | null
  /** Without a match: what came closest, best first, at most three, with why each was not taken. */
  readonly near: readonly Candidate[]
}

interface Entry {
  readonly factory: FactoryModel
  readonly phone: Phone
}

const nearest = 3
/** Names with the same numbers that are looked at for what came close; none of them can be a match, so that none is missed. */
const looked = 200

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Numbers of a name; names without any (iPhone X) share a bucket. */
const numbersKey = ({ brand, numbers }: Phone): string => `${brand}/${numbers}`

/** A factory's list, read once: 3,000 names are looked up by what they say instead of compared one by one. */
class Catalogue {
  readonly #byKey = new Map<string, Entry[]>()
  readonly #byNumbers = new Map<string, Entry[]>()
  readonly #unbranded = new Map<FactoryModel, NameDraft>()
  readonly #brandsRead = new Set<string>()
  readonly #networks = new Map<string, Set<string>>()
  readonly distinct = new Set<string>()

  read(factory: FactoryModel): void {
    const draft = draftName(factory.name)
    const phones = phonesOf(draft)
    if (phones.some((phone) => phone.brand === null)) this.#unbranded.set(factory, draft)
    for (const phone of phones) if (phone.brand !== null) this.#add({ factory, phone })
  }

  #add(entry: Entry): void {
    push(this.#byKey, phoneKey(entry.phone), entry)
    push(this.#byNumbers, numbersKey(entry.phone), entry)
    this.#distinguish(entry.phone)
  }

  /** A phone listed with and without its network, or with both, is two bodies. */
  #distinguish(phone: Phone): void {
    const key = phoneKey(phone)
    const networks = this.#networks.get(key) ?? new Set<string>()
    networks.add(phone.network ?? '')
    this.#networks.set(key, networks)
    if (networks.size > 1) this.distinct.add(key)
  }

  /** A name that tells no brand (15PM, Note 12) is read as each brand that asks for it. */
  #readAs(brand: string, words: string): void {
    if (this.#brandsRead.has(brand)) return
    this.#brandsRead.add(brand)
    for (const [factory, draft] of this.#unbranded) {
      for (const phone of phonesOf(draft, words)) if (phone.brand === brand) this.#add({ factory, phone })
    }
  }

  /** Candidates for a phone: all that say the same, then all of its brand with the same numbers. */
  around(phone: Phone, brandWords: string): readonly Entry[] {
    if (phone.brand !== null) this.#readAs(phone.brand, brandWords)
    const same = this.#byKey.get(phoneKey(phone)) ?? []
    const near = (this.#byNumbers.get(numbersKey(phone)) ?? []).slice(0, looked)
    if (same.length === 0) return near
    const key = phoneKey(phone)
    return [...same, ...near.filter((entry) => phoneKey(entry.phone) !== key)]
  }

  /** Whether a factory's name was read without its brand: two brands may claim it. */
  isUnbranded(factory: FactoryModel): boolean {
    return this.#unbranded.has(factory)
  }
}

interface Scored extends Entry {
  readonly score: number
}

/** The best few, best first; of equals the one that came first. */
class Best {
  readonly found: Scored[] = []

  add(one: Scored): void {
    const known = this.found.findIndex(({ factory }) => factory === one.factory)
    const last = this.found[nearest - 1]
    if (known < 0 && last && last.score >= one.score) return
    if (known >= 0) {
      if ((this.found[known]?.score ?? 0) >= one.score) return
      this.found.splice(known, 1)
    }
    const at = this.found.findIndex(({ score }) => score < one.score)
    this.found.splice(at < 0 ? this.found.length : at, 0, one)
    if (this.found.length > nearest) this.found.pop()
  }
}

/** The best candidates of one seller's model, best first. */
function candidatesOf(seller: SellerModel, phone: Phone, catalogue: Catalogue): readonly Candidate[] {
  const best = new Best()
  for (const entry of catalogue.around(phone, seller.brand)) {
    best.add({ ...entry, score: scoreOf(phone, entry.phone, catalogue.distinct) })
  }
  return best.found.map(({ factory, phone: other }) => ({ factory, ...judge(phone, other, catalogue.distinct) }))
}

function proposalOf(seller: SellerModel, phone: Phone | null, catalogue: Catalogue): Proposal {
  if (!phone) return { seller, match: null, runnerUp: null, near: [] }
  const found = candidatesOf(seller, phone, catalogue)
  const [best = null, runnerUp = null] = found
  return best && isMatch(best) ? { seller, match: best, runnerUp, near: [] } : { seller, match: null, runnerUp, near: found }
}

/** Names read or compared between two rests. */
const perStep = 40

/** A factory's list that has been read, to look up one model after another in. */
export interface KnownFactory {
  /** What fits best and what comes close; claims of other models on the same mould are not known here. */
  propose(seller: SellerModel): Proposal
}

function* catalogueSteps(factories: readonly FactoryModel[]): Generator<0, Catalogue, void> {
  const catalogue = new Catalogue()
  for (const [at, factory] of factories.entries()) {
    catalogue.read(factory)
    if (at % perStep === perStep - 1) yield 0
  }
  return catalogue
}

const phoneOf = ({ name, brand }: SellerModel): Phone | null => readName(name, brand)[0] ?? null

/** Reads a factory's list in steps of a few milliseconds. */
export function* readingSteps(factories: readonly FactoryModel[]): Generator<0, KnownFactory, void> {
  const catalogue = yield* catalogueSteps(factories)
  return { propose: (seller) => proposalOf(seller, phoneOf(seller), catalogue) }
}

/**
 * As `matchModels`, in steps of a few milliseconds, so that whoever runs it can rest, stop, or tell how far it is.
 *
 * @yields how many of the sellers' models are done; 0 while the factory's names are read.
 */
export function* matchingSteps(
  sellers: readonly SellerModel[],
  factories: readonly FactoryModel[],
): Generator<number, readonly Proposal[], void> {
  const catalogue = yield* catalogueSteps(factories)
  const phones: (Phone | null)[] = []
  const proposals: Proposal[] = []
  for (const [at, seller] of sellers.entries()) {
    const phone = phoneOf(seller)
    phones.push(phone)
    proposals.push(proposalOf(seller, phone, catalogue))
    if (at % perStep === perStep - 1) yield at + 1
  }
  return withoutClaims(proposals, phones, catalogue)
}

/**
 * Proposes a mould for each of `sellers`, in their order. A model is matched only to a mould the factory lists, and to none where
 * the name leaves out what tells two bodies apart. A mould whose name says no brand is not given to models of two brands: then
 * both see it as near. Who has bindings already leaves them out of `sellers`.
 */
export function matchModels(sellers: readonly SellerModel[], factories: readonly FactoryModel[]): readonly Proposal[] {
  const steps = matchingSteps(sellers, factories)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Takes back matches to a mould without a brand that models of several brands claim. */
function withoutClaims(
  proposals: readonly Proposal[],
  phones: readonly (Phone | null)[],
  catalogue: Catalogue,
): readonly Proposal[] {
  const brands = new Map<FactoryModel, Set<string>>()
  proposals.forEach(({ match }, at) => {
    if (!match || !catalogue.isUnbranded(match.factory)) return
    const claimed = brands.get(match.factory) ?? new Set<string>()
    claimed.add(phones[at]?.brand ?? '')
    brands.set(match.factory, claimed)
  })
  return proposals.map((proposal) => {
    const { match } = proposal
    if (!match || (brands.get(match.factory)?.size ?? 0) < 2) return proposal
    const unsure = { ...match, score: 0.85, reason: '工厂的名称没有写明品牌，多个品牌都有这款机型' }
    return { ...proposal, match: null, near: [unsure, ...(proposal.runnerUp ? [proposal.runnerUp] : [])].slice(0, nearest) }
  })
}

export interface Judged extends Verdict {
  /** What the plain rule gives the same two names. */
  readonly ruleScore: number
}

/** Two names by themselves, without the factory's list; a factory's name without a brand is read as the seller's. */
export function judgeNames(brand: string, model: string, factoryName: string): Judged {
  const [seller] = readName(model, brand)
  if (!seller) return { score: 0, reason: '名称为空', ruleScore: 0 }
  const plain = readName(factoryName)
  const phones = plain.some((phone) => phone.brand === null) ? readName(factoryName, brand) : plain
  const found = phones.map((phone) => ({ ...judge(seller, phone), ruleScore: ruleScore(seller, phone) }))
  if (found.length === 0) return { score: 0, reason: '名称为空', ruleScore: 0 }
  return found.reduce((best, one) => (one.score > best.score ? one : best))
}
