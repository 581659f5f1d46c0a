import { Button } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { creditsPerImage } from '../../../../contract/constants'
import { creditsQuery } from '../../../api/queries/credits'
import { useApi, usePlatform } from '../../../api/services'
import { LoadError } from '../../../ui/failure-view'
import { Modal } from '../../../ui/modal'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import { costOf } from './cost'
import type { DownloadSettings } from './download-settings'
import { formatText } from './formats'
import type { Picture } from './pictures'

export interface Asked {
  readonly pictures: readonly Picture[]
  readonly settings: DownloadSettings
}

interface StartDialogProps {
  /** What is to be downloaded; null while closed. */
  readonly asked: Asked | null
  /** Within the click. `acceptsShort`: without what the balance does not reach for. False: not started, the dialog stays. */
  readonly onStart: (asked: Asked, acceptsShort: boolean) => Promise<boolean>
  readonly onClose: () => void
}

const points = (number: number) => `${number.toLocaleString('zh-CN')} 点`

/** 下载定制图: the balance is read anew whenever the seller looks at it, also on coming back from the recharge. */
export function StartDialog({ asked, onStart, onClose }: StartDialogProps) {
  // They stay while the dialog fades out.
  const [shown, setShown] = useState(asked)
  if (asked !== null && asked !== shown) setShown(asked)
  return (
    <Modal
      visible={asked !== null}
      title="下载定制图"
      footer={null}
      onCancel={onClose}
      style={{ width: 460, maxWidth: 'calc(100vw - 32px)' }}
    >
      {shown !== null && <Costs asked={shown} onStart={onStart} onClose={onClose} />}
    </Modal>
  )
}

function Costs({ asked, onStart, onClose }: StartDialogProps & { readonly asked: Asked }) {
  const api = useApi()
  const platform = usePlatform()
  const { pictures, settings } = asked
  const balance = useQuery({
    ...creditsQuery(api),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    meta: { quiet: true },
  })
  const [busy, setBusy] = useState(false)
  const start = useOneAtATime(async (acceptsShort: boolean) => {
    setBusy(true)
    try {
      // A balance of a moment ago may be shown, but not paid from: a press meanwhile waits for it and is not lost.
      const now = balance.isFetching ? (await balance.refetch({ cancelRefetch: false })).data : balance.data
      if (!acceptsShort && now !== undefined && costOf(pictures, now.credits).missing > 0) return
      if (await onStart(asked, acceptsShort)) onClose()
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
  const { credits } = balance.data
  const { fresh, paid, cost, affordable, missing } = costOf(pictures, credits)
  const isShort = missing > 0
  return (
    <div className="download-costs">
      {isShort && (
        <p className="download-short" role="alert">
          点数不足：账户余额 {points(credits)}，可下载 {affordable} 张新图，还差 {points(missing)}。
        </p>
      )}
      <dl className="download-facts numeric">
        <dt>本次下载</dt>
        <dd>{pictures.length} 张定制图</dd>
        <dt>需要点数</dt>
        <dd>
          {fresh} 张新图 × {creditsPerImage} = {points(cost)}
          {paid > 0 && `，${paid} 张已付费免费`}
        </dd>
        <dt>账户余额</dt>
        <dd>{isShort ? points(credits) : `${points(credits)}，下载后剩余 ${points(credits - cost)}`}</dd>
        <dt>格式</dt>
        <dd>{formatText(settings.format)}</dd>
        <dt>保存到</dt>
        <dd>{settings.place === 'folder' ? '下一步选择的文件夹' : '浏览器的下载位置'}</dd>
      </dl>
      <div className="download-foot">
        <Button onClick={onClose}>取消</Button>
        {isShort ? (
          <>
            <Button disabled={affordable + paid === 0} loading={busy} onClick={() => start(true)}>
              继续下载{affordable + paid > 0 ? `（${affordable + paid} 张）` : ''}
            </Button>
            <Button type="primary" onClick={() => void platform.openLink('/app/pay').catch(() => undefined)}>
              立即充值
            </Button>
          </>
        ) : (
          <Button type="primary" loading={busy} onClick={() => start(false)}>
            {cost > 0 ? `确认下载，扣 ${points(cost)}` : '确认下载，免费'}
          </Button>
        )}
      </div>
    </div>
  )
}
