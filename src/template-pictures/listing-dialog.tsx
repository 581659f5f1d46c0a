import { Button, Spin } from '@arco-design/web-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readHex } from '../../contract/ground/hex-color'
import { messageOf } from '../../contract/ground/thrown'
import { listingKeys } from '../api/queries/listing-pictures'
import { useApi } from '../api/services'
import { Drawer } from '../ui/drawer'
import { useValueWhileClosing } from '../ui/use-value-while-closing'
import { ListingCases, type NamedCase } from './listing-cases'
import { type ListingDraft, refusalOf, rememberDraft, savedDraft } from './listing-draft'
import { Field, ListingFields } from './listing-fields'
import { ListingRuns } from './listing-runs'
import './listing.css'

interface ListingDialogProps {
  readonly visible: boolean
  /** The templates of the pictures. */
  readonly templateIds: readonly number[]
  readonly onClose: () => void
}

/** 生成主图: templates on cases as pictures for a listing, in one archive that the server makes. */
export default function ListingDialog({ visible, templateIds, onClose }: ListingDialogProps) {
  const shown = useValueWhileClosing(visible, templateIds)
  return (
    <Drawer
      visible={visible}
      width="min(1080px, calc(100vw - 24px))"
      title="生成主图"
      footer={null}
      unmountOnExit
      onCancel={onClose}
    >
      <Body templateIds={shown} />
    </Drawer>
  )
}

function Body({ templateIds }: { readonly templateIds: readonly number[] }) {
  const api = useApi()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<ListingDraft>(savedDraft)
  const [cases, setCases] = useState<readonly NamedCase[]>([])
  const refusal = refusalOf(templateIds.length, cases.length, draft)
  const count = templateIds.length * cases.length * draft.poses.length * draft.sizes.length
  const start = useMutation({
    mutationFn: () =>
      api.listingPictures.start({
        body: {
          settings: draft.settings,
          templateIds: [...templateIds],
          cases: cases.map(({ phoneModelId, materialColorId }) => ({ phoneModelId, materialColorId })),
          poses: [...draft.poses],
          sizes: [...draft.sizes],
        },
      }),
    onSuccess: () => {
      rememberDraft(draft)
      return queries.invalidateQueries({ queryKey: listingKeys.runs() })
    },
  })
  return (
    <div className="listing">
      <div className="listing-form">
        <Field label="机型">
          <ListingCases chosen={cases} onChange={setCases} />
        </Field>
        <ListingFields draft={draft} onChange={setDraft} />
        <div className="listing-start">
          <Button type="primary" disabled={refusal !== null} loading={start.isPending} onClick={() => start.mutate()}>
            生成 {count} 张
          </Button>
          <span className="listing-hint" role="status">
            {refusal ?? `${templateIds.length} 个模板 × ${cases.length} 款机型，打包成一个压缩包，不扣点数，保留 7 天`}
          </span>
        </div>
        <ListingRuns />
      </div>
      <Preview draft={draft} templateId={templateIds[0] ?? null} shown={cases[0] ?? null} />
    </div>
  )
}

/** Time for which nothing has changed before a preview is drawn, ms: sliders and typing change often. */
const restMs = 500

/** Returns a value once it has rested. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

interface PreviewProps {
  readonly draft: ListingDraft
  readonly templateId: number | null
  readonly shown: NamedCase | null
}

/** The first picture of the run, drawn by the server as all will be. */
function Preview({ draft: { settings, poses, sizes }, templateId, shown }: PreviewProps) {
  const api = useApi()
  const [pose] = poses
  const [size] = sizes
  const isWhole = settings.background.kind !== 'color' || readHex(settings.background.color) !== null
  const wanted =
    templateId === null || shown === null || pose === undefined || size === undefined || !isWhole
      ? null
      : {
          ...{ settings, templateId, pose, size },
          ...{ phoneModelId: shown.phoneModelId, materialColorId: shown.materialColorId },
        }
  const settled = useRested(wanted === null ? '' : JSON.stringify(wanted))
  const preview = useQuery({
    queryKey: [...listingKeys.runs(), 'preview', settled],
    queryFn: ({ signal }) => api.listingPictures.preview({ body: JSON.parse(settled) }, { signal, quiet: true }),
    enabled: settled !== '',
    placeholderData: (previous) => previous,
    staleTime: 60_000,
    retry: false,
    meta: { quiet: true },
  })
  return (
    <figure className="listing-preview" aria-label="预览">
      {preview.data && settled !== '' ? (
        <img src={preview.data.imageUrl} alt="按现在的设置生成的一张主图" className={preview.isFetching ? 'is-stale' : ''} />
      ) : (
        <span className="listing-preview-empty">
          {settled === '' ? '选好机型后，这里显示其中一张' : preview.isError ? messageOf(preview.error) : <Spin />}
        </span>
      )}
      {preview.isError && preview.data && <figcaption role="alert">{messageOf(preview.error)}</figcaption>}
    </figure>
  )
}
