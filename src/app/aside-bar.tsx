import { Button } from '@arco-design/web-react'
import { leaveAside } from '../base/aside-window'
import { productBrand } from './mini-app'
import './aside-bar.css'

/** The head of a window that was opened for one errand, in place of the menu. */
export default function AsideBar() {
  return (
    <header className="aside-bar">
      <img src={productBrand.logoUrl} alt="" />
      <p>办好以后可以关闭这个窗口，原来的窗口会自动更新。</p>
      <Button type="text" onClick={leaveAside}>
        打开完整后台
      </Button>
      {/* A browser that does not let a page close its window ignores the click. */}
      <Button onClick={() => window.close()}>关闭窗口</Button>
    </header>
  )
}
