import { Button } from '@arco-design/web-react'
import { IconDownload } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { resolveFileUrl } from '../../../api/file-url'
import { usePlatform } from '../../../api/services'
import { toastSuccess } from '../../../ui/toast'
import { attempt } from '../attempt'

const programPath = '/hotfolder.mjs'

/** 热文件夹: how sheets come into the folders of RIPs by themselves. */
export function HotFolderPart() {
  const platform = usePlatform()
  const [isBusy, setBusy] = useState(false)
  const address = new URL(resolveFileUrl(programPath), location.href)
  const save = async () => {
    setBusy(true)
    await attempt('没有下载程序', async () => {
      const reply = await fetch(address)
      if (!reply.ok) throw new Error('这台服务器上还没有这个程序，请服务商更新后再试')
      const { saved } = await platform.saveFile({ name: 'hotfolder.mjs', blob: await reply.blob() }, { toDownloads: true })
      if (saved) toastSuccess('已下载 hotfolder.mjs')
    })
    setBusy(false)
  }
  return (
    <section className="machine-part" aria-labelledby="machine-hot-folder">
      <header>
        <h2 id="machine-hot-folder">热文件夹</h2>
        <Button icon={<IconDownload />} loading={isBusy} onClick={() => void save()}>
          下载程序
        </Button>
      </header>
      <p className="floor-hint">
        在打印软件的电脑上运行这个程序（要先装 Node 22），生成好的拼版会自己写进每台打印机的文件夹，断网后接着取，取过的不会再取。
        在“接口密钥”里新建一个只有“工厂：可修改”的密钥，放进环境变量 KEJIANG_KEY，再运行：
      </p>
      <pre className="machine-command">{`node hotfolder.mjs --server ${address.origin} --to D:\\热文件夹`}</pre>
    </section>
  )
}
