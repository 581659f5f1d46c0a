import { Alert, Button } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { standardSkusQuery } from '../api/queries/catalogue'
import { useApi, usePlatform } from '../api/services'
import { asideOf } from '../base/aside-window'
import { screens } from '../base/paths'
import { toastFailure } from '../ui/toast'
import type { SettingDraft } from './setting-draft'
import { standardCasesOf } from './standard-cases'

/** Tells once that buyers can choose cases whose standard wireframe nobody has compared with a mould, and how that is done. */
export function StandardNotice({ draft }: { readonly draft: SettingDraft }) {
  const platform = usePlatform()
  const { data = [] } = useQuery(standardSkusQuery(useApi()))
  const { cases, models } = standardCasesOf(draft, data)
  if (cases === 0) return null
  // In another window, so that what is typed here stays.
  const open = () =>
    void platform
      .openLink(asideOf(screens.wireframes.path))
      .catch((error: unknown) => toastFailure(error instanceof Error ? error.message : '页面没有打开'))
  return (
    <Alert
      className="setting-notice"
      type="warning"
      content={`买家能选到的手机壳里，有 ${models} 个型号的 ${cases} 款还是标准线框：圆角和摄像头位置是估计的。请用工厂的模具或样壳比对，一致就在「手机壳线框图」里点「已核对」。`}
      action={
        <Button size="small" onClick={open}>
          去核对
        </Button>
      }
    />
  )
}
