/** The files of an import picked so far and the plan of importing them. Independent of React; the wizard shows it. */
import { createListeners } from '../../../../contract/ground/listeners'
import { abortError, messageOf } from '../../../../contract/ground/thrown'
import type { PrintArea } from '../../../../contract/types'
import type { PickedFile } from '../../../base/picked-files'
import { endingOf } from '../../../base/picture-files'
import type { Choices } from './check-rows'
import { isPictureEnding, normalizeName } from './file-name'
import { groupPictures, type Picture } from './groups'
import { createHoleSearch, type FindHoles } from './hole-search'
import type { Examined } from './picture-facts'
import { type Plan, planImport } from './plan'
import { readCatalogue } from './read-catalogue'
import { foregroundOf } from './row-area'
import { isTableFile, type SizeTable } from './size-table'
import type { ImportPicture } from './wireframe-import-task'
import { isZip, unpackZip, ZipProblem } from './zip'

export interface DraftPicture extends Picture, ImportPicture {
  /** Path of the file in its folders or zip file, with its name. */
  readonly path: string
}

export interface BusyState {
  readonly what: 'unpack' | 'examine' | 'plan'
  readonly done: number
  readonly total: number
}

export interface DraftState extends Choices {
  readonly pictures: readonly DraftPicture[]
  /** The work in progress; null when the plan is up to date. */
  readonly busy: BusyState | null
  readonly plan: Plan<DraftPicture> | null
  /** The reason why the catalogue could not be read; the pictures are retained. */
  readonly failure: { readonly error: unknown } | null
  /** Tables of sizes that were dropped with the pictures. */
  readonly tables: readonly SizeTable[]
  /** Files and folders that could not be read, with the reason. */
  readonly problems: readonly string[]
}

export interface DraftDeps {
  readonly api: Parameters<typeof readCatalogue>[0]
  readonly examine: (file: { readonly name: string; readonly blob: Blob }) => Promise<Examined>
  readonly findHoles: FindHoles
  readonly readTable: (name: string, blob: Blob) => Promise<SizeTable>
}

const emptyState: DraftState = {
  ...{ pictures: [], busy: null, plan: null, failure: null, problems: [], tables: [] },
  ...{ holes: new Map(), areas: new Map(), takesHoles: true },
  // The size of a factory is known; that of the library is an estimate, which the seller takes by himself.
  ...{ sizes: new Map(), takesFactory: true, takesLibrary: false },
}

/** A new name without an extension gets the old one: sellers type only the part that they see as wrong. */
export function renamedWithExtension(name: string, wanted: string): string {
  const next = normalizeName(wanted)
  return isPictureEnding(endingOf(next)) ? next : `${next}.${endingOf(name) || 'png'}`
}

/** A seller's correction of one picture. */
export interface Edit {
  readonly id: string
  readonly name: string
  /** Another file to replace it. */
  readonly file?: PickedFile
  readonly removed?: boolean
}

let lastId = 0

/** Examines one file. */
export async function draftPicture(
  { name, blob, path }: PickedFile,
  examine: DraftDeps['examine'],
  id = `p${++lastId}`,
): Promise<DraftPicture> {
  return { id, name, path, blob, ...(await examine({ name, blob })) }
}

/** The pictures with the corrections applied; changed ones are examined again where needed. */
export function applyEdits(
  pictures: readonly DraftPicture[],
  edits: readonly Edit[],
  examine: DraftDeps['examine'],
): Promise<readonly DraftPicture[]> {
  const byId = new Map(edits.map((edit) => [edit.id, edit]))
  const remaining = pictures.filter(({ id }) => !byId.get(id)?.removed)
  return Promise.all(
    remaining.map((picture) => {
      const edit = byId.get(picture.id)
      if (!edit) return picture
      const next = { ...picture, name: renamedWithExtension(picture.name, edit.name), ...(edit.file && { blob: edit.file.blob }) }
      // A file refused for its old extension may be a picture by its new name.
      return picture.facts && !edit.file ? next : draftPicture(next, examine, picture.id)
    }),
  )
}

/** Key by which the same file is found when it is picked twice, for example in its folder and in a zip of that folder. */
const contentKey = ({ name, blob, facts }: DraftPicture): string => JSON.stringify([name, blob.size, facts?.sha256])

export type Draft = ReturnType<typeof createDraft>

export function createDraft({ api, examine, findHoles, readTable }: DraftDeps) {
  let state = emptyState
  let controller = new AbortController()
  let queue: Promise<unknown> = Promise.resolve()
  const { notify, subscribe } = createListeners()
  const set = (change: Partial<DraftState>) => {
    state = { ...state, ...change }
    notify()
  }
  const searchHoles = createHoleSearch<DraftPicture>(findHoles, (found) => set({ holes: new Map([...state.holes, ...found]) }))
  const throwIfAborted = (signal: AbortSignal) => {
    if (signal.aborted) throw abortError()
  }
  /** Runs changes one after another; clearing the draft aborts those in progress. */
  const enqueue = (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    const { signal } = controller
    const queuedWork = queue
      .then(() => (signal.aborted ? undefined : work(signal)))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
    queue = queuedWork.catch(() => undefined)
    return queuedWork
  }

  async function unpackAll(files: readonly PickedFile[], signal: AbortSignal): Promise<readonly PickedFile[]> {
    const found: PickedFile[] = []
    const problems: string[] = []
    for (const file of files) {
      if (!isZip({ name: file.name, type: file.blob.type })) {
        found.push(file)
        continue
      }
      set({ busy: { what: 'unpack', done: 0, total: 0 } })
      try {
        const onFile = (done: number, total: number) => {
          if (done % 10 === 0) set({ busy: { what: 'unpack', done, total } })
        }
        const files = await unpackZip(file, { onFile, signal })
        if (files.length === 0) problems.push(`「${file.name}」里没有文件`)
        found.push(...files)
      } catch (error) {
        if (!(error instanceof ZipProblem)) throw error
        problems.push(error.message)
      }
    }
    if (problems.length > 0) set({ problems: [...state.problems, ...problems] })
    return found
  }

  /** Reads the tables among the files, a table of the same name instead of the former one; returns the other files. */
  async function takeTables(files: readonly PickedFile[], signal: AbortSignal): Promise<readonly PickedFile[]> {
    for (const { name, blob } of files.filter((file) => isTableFile(file.name))) {
      try {
        const table = await readTable(name, blob)
        throwIfAborted(signal)
        set({ tables: [...state.tables.filter(({ file }) => file !== name), table] })
      } catch (error) {
        throwIfAborted(signal)
        set({ problems: [...state.problems, `「${name}」${messageOf(error)}`] })
      }
    }
    return files.filter((file) => !isTableFile(file.name))
  }

  async function examineAll(files: readonly PickedFile[], signal: AbortSignal): Promise<readonly DraftPicture[]> {
    let done = 0
    const total = files.length
    set({ busy: { what: 'examine', done, total } })
    return Promise.all(
      files.map(async (file) => {
        const picture = await draftPicture(file, examine)
        throwIfAborted(signal)
        done += 1
        if (done % 10 === 0) set({ busy: { what: 'examine', done, total } })
        return picture
      }),
    )
  }

  async function updatePlan(signal: AbortSignal): Promise<void> {
    if (state.pictures.length === 0) return set({ plan: null, busy: null, failure: null })
    set({ busy: { what: 'plan', done: 0, total: 0 } })
    const groups = groupPictures(state.pictures)
    try {
      const catalogue = await readCatalogue(
        api,
        groups.flatMap(({ combination }) => combination ?? []),
        signal,
      )
      throwIfAborted(signal)
      const plan = planImport(groups, catalogue)
      set({ plan, busy: null, failure: null })
      searchHoles(plan.rows.flatMap((row) => foregroundOf(row) ?? []))
    } catch (error) {
      throwIfAborted(signal)
      set({ plan: null, busy: null, failure: { error } })
    }
  }

  const changePictures = (edit: (pictures: readonly DraftPicture[], signal: AbortSignal) => Promise<readonly DraftPicture[]>) =>
    enqueue(async (signal) => {
      const pictures = await edit(state.pictures, signal)
      throwIfAborted(signal)
      set({ pictures })
      await updatePlan(signal)
    })

  return {
    get: () => state,
    subscribe,
    /** Adds files; zip files are unpacked. */
    add: (files: readonly PickedFile[]) =>
      changePictures(async (pictures, signal) => {
        set({ problems: [] })
        const others = await takeTables(await unpackAll(files, signal), signal)
        const all = [...pictures, ...(await examineAll(others, signal))]
        const firstByContent = new Map([...all].reverse().map((picture) => [contentKey(picture), picture]))
        return all.filter((picture) => firstByContent.get(contentKey(picture)) === picture)
      }),
    /** Corrects some pictures. */
    applyCorrections: (edits: readonly Edit[]) => changePictures((pictures) => applyEdits(pictures, edits, examine)),
    /** Reads the catalogue again. */
    replan: () => enqueue(updatePlan),
    /** Adds a problem found outside, such as a dropped folder that could not be read. */
    addProblem: (problem: string) => set({ problems: [...state.problems, problem] }),
    removeTable: (name: string) => set({ tables: state.tables.filter(({ file }) => file !== name) }),
    /** Sets the print area of a group, null for none; undefined returns to what is kept or proposed. */
    setArea(key: string, area: PrintArea | null | undefined) {
      const areas = new Map(state.areas)
      if (area === undefined) areas.delete(key)
      else areas.set(key, area)
      set({ areas })
    },
    /** Sets the text of the millimetres of all rows of a model; undefined returns to what is kept or proposed. */
    setSize(model: string, text: string | undefined) {
      const sizes = new Map(state.sizes)
      if (text === undefined) sizes.delete(model)
      else sizes.set(model, text)
      set({ sizes })
    },
    setTakes: (takes: Partial<Pick<DraftState, 'takesHoles' | 'takesFactory' | 'takesLibrary'>>) => set(takes),
    clear() {
      controller.abort()
      controller = new AbortController()
      searchHoles([])
      // Holes are known by the picture's bytes, so they also hold for the next import.
      set({ ...emptyState, holes: state.holes })
    },
  }
}
