import { useEffect, useRef, useState } from 'react'
import { randomHex } from '../../../../contract/ground/hex'
import { messageOf } from '../../../../contract/ground/thrown'
import type { OrderFileProfile, Shop } from '../../../../contract/types'
import { useApi } from '../../../api/services'
import type { PickedFile } from '../../../base/picked-files'
import { serverNow } from '../../../base/server-clock'
import { callsOf, type ImportCall, recordOf } from './import-record'
import { type OpenDesk, openDesk } from './open-desk'
import { type FileOrders, planFiles } from './plan'
import type { ImportPlan, Outcome } from './plan-book'
import { columnProblem, fingerprintOf, type OpenedFile, openFile, openText, rememberedColumns, withRemembered } from './read-file'
import { otherMarketplace } from './read-orders'
import type { StateAnswers } from './states'

const noProfile: OrderFileProfile = { columns: {}, states: {} }

/** The desk of the files, which is opened with the first one, and closed with the last one or with the dialog. */
function useDesk(files: readonly OpenedFile[]) {
  const desk = useRef<OpenDesk | null>(null)
  const keys = useRef<readonly string[]>([])
  useEffect(() => {
    const present = files.map(({ key }) => key)
    const isEmptied = keys.current.length > 0 && present.length === 0
    // The table of a file that was removed is forgotten; that it could not be does not matter.
    for (const key of keys.current) if (!present.includes(key)) desk.current?.remove(key).catch(() => undefined)
    keys.current = present
    if (!isEmptied) return
    desk.current?.close()
    desk.current = null
  }, [files])
  useEffect(
    () => () => {
      desk.current?.close()
      desk.current = null
    },
    [],
  )
  return (): OpenDesk => {
    desk.current ??= openDesk()
    return desk.current
  }
}

interface OrdersOfFiles {
  readonly files: readonly OpenedFile[]
  readonly answers: StateAnswers
  readonly orders: readonly FileOrders[]
}

/**
 * Returns the known facts of the orders of the files, which are read again only when the files, their columns or the answers change. `isCurrent`:
 * they are those of the present files and answers.
 */
function useFileOrders(
  deskOf: () => OpenDesk,
  files: readonly OpenedFile[],
  ready: boolean,
  answers: StateAnswers,
  onFailure: (error: unknown) => void,
): { readonly orders: readonly FileOrders[]; readonly isCurrent: boolean } {
  const [read, setRead] = useState<OrdersOfFiles>({ files, answers, orders: [] })
  const opened = useRef(deskOf)
  opened.current = deskOf
  useEffect(() => {
    let isWanted = true
    const readFile = async (file: OpenedFile): Promise<FileOrders> => {
      const { key, headingRow, preset, columns } = file
      return { file, read: await opened.current().read(key, { headingRow, preset, columns, answers }) }
    }
    Promise.all(ready ? files.map(readFile) : []).then(
      (orders) => isWanted && setRead({ files, answers, orders }),
      (error: unknown) => isWanted && onFailure(error),
    )
    return () => {
      isWanted = false
    }
  }, [files, ready, answers, onFailure])
  return { orders: read.orders, isCurrent: read.files === files && read.answers === answers }
}

/** The files of an import up to its plan, with the shop and the answers of the seller. */
export function useOrderFiles(shops: readonly Shop[], firstShopId: number | null) {
  const api = useApi()
  const [files, setFiles] = useState<readonly OpenedFile[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [chosenShopId, setChosenShopId] = useState<number | null>(firstShopId)
  const [answers, setAnswers] = useState<StateAnswers>({})
  const [withOver, setWithOver] = useState(false)
  const [plan, setPlan] = useState<ImportPlan | null>(null)
  /** A record that is sent again after a lost answer is the same one. */
  const planKey = useRef('')
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  /** The share of the plan that is done; null without one under way. */
  const [progress, setProgress] = useState<number | null>(null)
  const deskOf = useDesk(files)

  /** Aborted with the dialog. */
  const closed = useRef(new AbortController())
  useEffect(() => {
    closed.current = new AbortController()
    return () => closed.current.abort()
  }, [])

  const shopType = files.find(({ preset }) => preset.shopType !== null)?.preset.shopType
  const ofType = shops.filter(({ type }) => type === shopType)
  const shop =
    shops.find(({ id }) => id === chosenShopId) ?? (ofType.length === 1 ? ofType[0] : shops.length === 1 ? shops[0] : undefined)
  const shopId = shop?.id ?? null

  const profileOf = useRef<number | null>(null)
  /** A file that is opened before the answer of the server waits for it. */
  const profile = useRef<Promise<OrderFileProfile>>(Promise.resolve(noProfile))
  useEffect(() => {
    if (shopId === null || profileOf.current === shopId) return
    profileOf.current = shopId
    const read = async () => {
      const stored = await api.orders.fileProfile({ query: { shopId } }, { quiet: true })
      setAnswers(Object.assign({}, ...Object.values(stored.states)) as StateAnswers)
      return stored
    }
    // Without the answers of earlier files the seller is asked again.
    profile.current = read().catch(() => noProfile)
  }, [api, shopId])

  const changed = () => {
    setPlan(null)
    setFailure(null)
  }
  const add = async (opening: Promise<OpenedFile>, name: string) => {
    try {
      const file = await opening
      const known = withRemembered(file, (await profile.current).columns[await fingerprintOf(file)])
      if (closed.current.signal.aborted) return
      setFiles((before) => [...before.filter(({ key }) => key !== file.key), known])
    } catch (error) {
      setProblems((before) => [...before, `${name}：${messageOf(error)}`])
    }
  }
  const addFiles = async (picked: readonly PickedFile[]) => {
    changed()
    setProblems([])
    setBusy(true)
    for (const each of picked) await add(openFile(deskOf(), each, serverNow()), each.name)
    setBusy(false)
  }
  const addText = async (text: string) => {
    changed()
    setProblems([])
    await add(openText(deskOf(), text, serverNow()), '粘贴的内容')
  }

  const ready = files.length > 0 && files.every((file) => columnProblem(file) === null)
  const { orders: read, isCurrent } = useFileOrders(deskOf, files, ready, answers, setFailure)
  const askedStates = [...new Set(read.flatMap((each) => each.read.askedStates))]
  const foreign = read.flatMap((each) =>
    shop === undefined || each.read.orders === 0 ? [] : (otherMarketplace(each.read.shapes, each.read.orders, shop.type) ?? []),
  )

  const makePlan = async () => {
    if (shopId === null || !ready || !isCurrent) return
    setBusy(true)
    setFailure(null)
    try {
      planKey.current = randomHex()
      const { signal } = closed.current
      const options = {
        shopId,
        withOver,
        now: serverNow(),
        signal,
        onProgress: (share: number) => setProgress(Math.floor(share * 100) / 100),
      }
      setPlan(await planFiles(api, deskOf(), read, options))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      setProgress(null)
    }
  }
  /** Records the import and returns its calls; null when that failed, with the failure in its place. The plan stays. */
  const begin = async (): Promise<ImportCall[] | null> => {
    if (plan === null || shopId === null) return null
    setBusy(true)
    setFailure(null)
    try {
      const body = recordOf(plan, files, shopId)
      const { id } = await api.orderFileImports.begin({ body }, { quiet: true, idempotencyKey: planKey.current })
      return callsOf(await deskOf().parts(), shopId, id)
    } catch (error) {
      setFailure(error)
      return null
    } finally {
      setBusy(false)
    }
  }
  /** Remembers the answers for the next file; an import does not wait for it, and does not fail by it. */
  const remember = async () => {
    if (shopId === null) return
    const columns: Record<string, Record<string, string | null>> = {}
    const states: OrderFileProfile['states'] = {}
    for (const file of files) {
      columns[await fingerprintOf(file)] = rememberedColumns(file)
      states[file.preset.id] = { ...answers }
    }
    await api.orders.keepFileProfile({ body: { shopId, columns, states } }, { quiet: true })
  }

  return {
    files,
    problems,
    shop,
    askedStates,
    answers,
    withOver,
    plan,
    failure,
    busy,
    ready: ready && isCurrent && shopId !== null,
    otherName: foreign[0] ?? null,
    progress,
    readRows: (wanted: readonly Outcome[]) => deskOf().saved(wanted),
    addFiles,
    addText,
    makePlan,
    begin,
    remember,
    setShop: (id: number | null) => {
      changed()
      setChosenShopId(id)
    },
    setFile: (file: OpenedFile) => {
      changed()
      setFiles((before) => before.map((each) => (each.key === file.key ? file : each)))
    },
    removeFile: (key: string) => {
      changed()
      setFiles((before) => before.filter((each) => each.key !== key))
    },
    answer: (word: string, state: StateAnswers[string]) => {
      changed()
      setAnswers((before) => ({ ...before, [word]: state }))
    },
    setWithOver: (on: boolean) => {
      changed()
      setWithOver(on)
    },
  }
}
