import { Alert, Button, Checkbox, Radio } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import type { DownloadRules } from '../../contract/types'
import { useApi, usePlatform } from '../api/services'
import { DialogFoot } from '../ui/dialog-foot'
import { FailureText } from '../ui/failure-view'
import { toastSuccess } from '../ui/toast'
import { useOneAtATime } from '../ui/use-one-at-a-time'
import { type DownloadSettings, defaultSettings, readRules, readSettings, storeRules, storeSettings } from './download-settings'
import { FormatFields } from './format-fields'
import { effectiveRules, pictureName, samplePicture } from './names'
import { RuleOrder } from './rule-order'

/** The fields of 下载设置. `onClose` is called after they were saved or given up. */
export function SettingsFields({ onClose }: { readonly onClose: () => void }) {
  const api = useApi()
  const platform = usePlatform()
  const [rules, setRules] = useState<DownloadRules | null>(null)
  const [settings, setSettings] = useState<DownloadSettings>(defaultSettings)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    void Promise.all([readRules(api, platform.storage), readSettings(platform.storage)]).then(([read, stored]) => {
      if (isUnmounted) return
      setRules({ ...read, rules: [...effectiveRules(read.rules)] })
      setSettings(stored)
    })
    return () => {
      isUnmounted = true
    }
  }, [api, platform])

  const save = useOneAtATime(async () => {
    if (rules === null) return
    setBusy(true)
    setError(null)
    try {
      await storeSettings(platform.storage, settings)
      const saved = await api.downloadRules.put({ body: rules }, { quiet: true })
      await storeRules(platform.storage, saved)
      toastSuccess('已保存')
      onClose()
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  })
  if (rules === null) return <p role="status">正在读取下载设置…</p>
  const isFirst = rules.rules[0] === 'ORIGINAL_ID'
  return (
    <div className="download-settings">
      {error !== null && <Alert type="error" className="form-alert" content={<FailureText error={error} />} />}
      <section aria-label="文件名">
        <h2>文件名</h2>
        <p className="download-hint">拖动或点击左边的手柄排序，所有店铺共用。</p>
        <RuleOrder rules={effectiveRules(rules.rules)} onChange={(next) => setRules({ ...rules, rules: [...next] })} />
        <p className="download-example">
          <span className="download-hint">示例</span>
          <code>{pictureName(samplePicture, rules.rules)}.png</code>
        </p>
        <Checkbox
          checked={rules.withOrderIdFile && isFirst}
          disabled={!isFirst}
          onChange={(withOrderIdFile) => setRules({ ...rules, withOrderIdFile })}
        >
          每个店铺附一个平台订单号文本文件
          {!isFirst && <span className="download-hint">（平台订单号排在第一位时可用）</span>}
        </Checkbox>
      </section>
      <FormatFields format={settings.format} onChange={(format) => setSettings({ ...settings, format })} />
      {platform.pickFolder !== undefined && (
        <section aria-label="保存位置">
          <h2>保存位置</h2>
          <Radio.Group
            direction="vertical"
            name="download-destination"
            value={settings.destination}
            onChange={(destination: DownloadSettings['destination']) => setSettings({ ...settings, destination })}
          >
            <Radio value="browser">浏览器的下载位置</Radio>
            <Radio value="folder">
              每次选一个文件夹，直接写进去<span className="download-hint">（图片很多时更快，不占两份空间）</span>
            </Radio>
          </Radio.Group>
        </section>
      )}
      <DialogFoot onCancel={onClose}>
        <Button type="primary" loading={busy} onClick={() => save()}>
          保存下载设置
        </Button>
      </DialogFoot>
    </div>
  )
}
