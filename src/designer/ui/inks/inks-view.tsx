import './inks.css'
import { Alert, Button, Spin } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'wouter'
import { viewers } from '../../../../contract/permissions'
import type { WhiteInk } from '../../../../contract/rules/print-profile'
import type { Wireframe } from '../../../../contract/types'
import { createPrinter } from '../../../../design/print/printer'
import { printProfilesQuery } from '../../../api/queries/print-profiles'
import { useApi } from '../../../api/services'
import { usePermissions } from '../../../api/use-permissions'
import { screens } from '../../../base/paths'
import { type PrintSource, showsInks } from '../../../plates/look-at-plates'
import { PlatesView } from '../../../plates/plates-view'
import { LoadError } from '../../../ui/failure-view'
import { useEscape } from '../use-escape'
import { printMillimetres, printPixels } from './design-print'
import { useSettledDoc } from './use-settled-doc'

interface InksViewProps {
  /** The case that the design is shown on; null while none is chosen. */
  readonly wireframe: Wireframe | null
  /** How white ink is printed on cases of its material. */
  readonly whiteInk: WhiteInk
  readonly onClose: () => void
}

/** 油墨: the open design as a print profile lays it, drawn from its layers and drawn anew when they change. */
export default function InksView({ wireframe, whiteInk, onClose }: InksViewProps) {
  const profiles = useQuery(printProfilesQuery(useApi()))
  const mayOpen = usePermissions().may(viewers.printProfiles)
  const printer = useMemo(() => createPrinter(), [])
  useEffect(() => () => printer.dispose(), [printer])
  const { doc, version, isOutdated } = useSettledDoc()
  const root = useRef<HTMLElement>(null)
  useEffect(() => {
    root.current?.focus()
  }, [])
  useEscape(true, onClose)
  const shown = profiles.data?.filter(showsInks) ?? []
  const size = wireframe === null ? null : printMillimetres(wireframe)
  const print: PrintSource | null = size && {
    key: `design ${version} on ${wireframe?.id} ${size.widthMm}×${size.heightMm}`,
    widthMm: size.widthMm,
    read: (signal) => printPixels(printer, doc, size, signal),
  }
  return (
    <section ref={root} className="designer-inks" aria-label="油墨" tabIndex={-1}>
      <div className="designer-panel-head">
        <h2 className="designer-section-title">油墨</h2>
        <Button size="small" type="text" icon={<IconClose />} aria-label="关闭油墨" onClick={onClose} />
      </div>
      {profiles.isError && profiles.data === undefined ? (
        <LoadError error={profiles.error} onRetry={() => void profiles.refetch()} />
      ) : profiles.data === undefined ? (
        <Spin tip="正在读取打印配置…" />
      ) : shown.length === 0 ? (
        <Alert
          type="info"
          content={
            <>
              还没有带白墨、光油或打印机 ICC 的打印配置。
              {mayOpen ? <Link href={screens.printProfiles()}>新建打印配置</Link> : '请让主账号在「打印配置」里新建。'}
            </>
          }
        />
      ) : wireframe === null ? (
        <Alert type="info" content="请先在上方选择预览机型，才知道打印多大。" />
      ) : print === null ? (
        <Alert type="info" content="这个机型的线框图没有填写毫米尺寸，算不出白墨内缩和墨量。请到「线框图」补上尺寸。" />
      ) : (
        <PlatesView print={print} alt="设计的油墨" whiteInk={whiteInk} profiles={shown} isStale={isOutdated} />
      )}
    </section>
  )
}
