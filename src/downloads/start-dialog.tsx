import { Button } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { creditsQuery } from '../api/queries/credits'
import { useApi, usePlatform } from '../api/services'
import { asideOf } from '../base/aside-window'
import { countText } from '../base/money'
import { screens } from '../base/paths'
import { DialogFoot } from '../ui/dialog-foot'
import { LoadError } from '../ui/failure-view'
import type { DialogProps } from '../ui/lazy-dialog'
import { Modal } from '../ui/modal'
import { useOneAtATime } from '../ui/use-one-at-a-time'
import { useValueWhileClosing } from '../ui/use-value-while-closing'
import { costOf } from './cost'
import type { DownloadSettings } from './download-settings'
import { formatText } from './formats'
import type { Picture } from './pictures'
import { chosenPictures, type Decisions, groupFindings } from './preflight-groups'
import { PreflightList } from './preflight-list'
import { usePreflight } from './use-preflight'

export interface DownloadRequest {
  readonly pictures: readonly Picture[]
  readonly settings: DownloadSettings
  /** Customizations that the seller ticked in spite of their findings. */
  readonly confirmed?: readonly number[]
}

/** A request with the price that the dialog showed, credits per image. */
export interface PricedRequest extends DownloadRequest {
  readonly price: number
}

interface StartDialogProps extends DialogProps {
  /** Pictures and settings of the download; null while the dialog is closed. */
  readonly request: DownloadRequest | null
  /**
   * Called within the click, because a folder may be asked for. `acceptsShort`: leave out what the balance does not cover.
   * Resolves to false when nothing was started; the dialog then stays open.
   */
  readonly onStart: (request: PricedRequest, acceptsShort: boolean) => Promise<boolean>
  readonly onClose: () => void
}

const creditsText = (number: number) => `${countText(number)} 点`
/** Polling interval of a balance that is too small, ms: a recharge may be paid in another window or on a phone. */
const pollMs = 3000

/** 下载定制图: findings and costs. The balance is refetched on opening and focus, and is polled while it is too small. */
export default function StartDialog({ visible, request, onStart, onClose }: StartDialogProps) {
  const shown = useValueWhileClosing(visible, request)
  return (
    <Modal
      visible={visible}
      title="下载定制图"
      footer={null}
      onCancel={onClose}
      style={{ width: 560, maxWidth: 'calc(100vw - 32px)' }}
    >
      {shown !== null && <PreflightStep request={shown} onStart={onStart} onClose={onClose} />}
    </Modal>
  )
}

type StepProps = Pick<StartDialogProps, 'onStart' | 'onClose'> & { readonly request: DownloadRequest }

/** Shows the preflight until it is complete, then the costs, so nothing can be paid before the check has ended. */
function PreflightStep({ request, onStart, onClose }: StepProps) {
  const { pictures } = request
  const { found, checked, error, retry } = usePreflight(pictures)
  const [decisions, setDecisions] = useState<Decisions>(new Map())
  const groups = useMemo(() => groupFindings(pictures, found), [pictures, found])
  const { chosen, confirmed } = useMemo(() => chosenPictures(pictures, found, decisions), [pictures, found, decisions])
  const decide = (ids: readonly number[], isWanted: boolean) =>
    setDecisions((before) => new Map([...before, ...ids.map((id) => [id, isWanted] as const)]))
  const list = groups.length > 0 && <PreflightList groups={groups} found={found} decisions={decisions} onDecide={decide} />
  if (checked < pictures.length) {
    return (
      <div className="download-costs">
        {error === null ? (
          <p role="status" className="numeric">
            正在检查定制图 {checked}/{pictures.length}，检查不扣点
          </p>
        ) : (
          <LoadError error={error} onRetry={retry} retrying={false} />
        )}
        {list}
        <DialogFoot onCancel={onClose} />
      </div>
    )
  }
  return (
    <CostStep request={{ ...request, pictures: chosen, confirmed }} onStart={onStart} onClose={onClose}>
      {list}
    </CostStep>
  )
}

function CostStep({ request, onStart, onClose, children }: StepProps & { readonly children: ReactNode }) {
  const api = useApi()
  const platform = usePlatform()
  const { pictures, settings } = request
  const balance = useQuery({
    ...creditsQuery(api),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => (data !== undefined && costOf(pictures, data).missing > 0 ? pollMs : false),
    // The seller may be paying in the cashier's window, which covers this one.
    refetchIntervalInBackground: true,
    meta: { quiet: true },
  })
  const [busy, setBusy] = useState(false)
  const start = useOneAtATime(async (acceptsShort: boolean) => {
    setBusy(true)
    try {
      // A cached balance may be shown but not relied on for the charge, so a click waits for the running refetch.
      const now = balance.isFetching ? (await balance.refetch({ cancelRefetch: false })).data : balance.data
      if (balance.data === undefined) return
      if (!acceptsShort && now !== undefined && costOf(pictures, now).missing > 0) return
      // The click agreed to the price on the button; if the price has changed, the dialog shows the new one and waits for another click.
      const price = balance.data.creditsPerImage
      if (now !== undefined && now.creditsPerImage !== price) return
      if (await onStart({ ...request, price }, acceptsShort)) onClose()
    } finally {
      setBusy(false)
    }
  })
  if (balance.data === undefined) {
    return balance.isError ? (
      <LoadError error={balance.error} onRetry={() => void balance.refetch()} retrying={balance.isFetching} />
    ) : (
      <p role="status">正在查询点数余额…</p>
    )
  }
  const { credits, creditsPerImage: price } = balance.data
  const { unpaid, paid, cost, affordable, missing } = costOf(pictures, balance.data)
  const isShort = missing > 0
  return (
    <div className="download-costs">
      {children}
      {isShort && (
        <p className="download-short" role="alert">
          点数不足：账户余额 {creditsText(credits)}，可下载 {affordable} 张新图，还差 {creditsText(missing)}。
        </p>
      )}
      <dl className="download-facts numeric">
        <dt>本次下载</dt>
        <dd>{countText(pictures.length)} 张定制图</dd>
        <dt>需要点数</dt>
        <dd>
          {unpaid} 张新图 × {price} = {creditsText(cost)}
          {paid > 0 && `，${paid} 张已付费免费`}
        </dd>
        <dt>账户余额</dt>
        <dd>{isShort ? creditsText(credits) : `${creditsText(credits)}，下载后剩余 ${creditsText(credits - cost)}`}</dd>
        <dt>格式</dt>
        <dd>{formatText(settings.format)}</dd>
        <dt>保存到</dt>
        <dd>{settings.destination === 'folder' ? '下一步选择的文件夹' : '浏览器的下载位置'}</dd>
      </dl>
      <DialogFoot onCancel={onClose}>
        {pictures.length === 0 && (
          <Button type="primary" disabled>
            没有可以下载的图片
          </Button>
        )}
        {pictures.length > 0 && isShort && (
          <>
            <Button disabled={affordable + paid === 0} loading={busy} onClick={() => start(true)}>
              继续下载{affordable + paid > 0 ? `（${affordable + paid} 张）` : ''}
            </Button>
            <Button type="primary" onClick={() => void platform.openLink(asideOf(screens.credits.path)).catch(() => undefined)}>
              立即充值
            </Button>
          </>
        )}
        {pictures.length > 0 && !isShort && (
          <Button type="primary" loading={busy} onClick={() => start(false)}>
            {cost > 0 ? `确认下载，扣 ${creditsText(cost)}` : '确认下载，免费'}
          </Button>
        )}
      </DialogFoot>
    </div>
  )
}
