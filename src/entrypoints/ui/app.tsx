import { Bases } from './bases/bases.js'
import { Footer } from './footer.js'
import { Header } from './header.js'
import { Incident } from './incident/incident.js'
import { Journal } from './journal/journal.js'
import { Market } from './market/market.js'
import { TokenDialog } from './session/token-dialog.js'

export function App() {
  return (
    <>
      <Header />
      <main>
        <Market />
        <Bases />
        <Incident />
        <Journal />
      </main>
      <Footer />
      <TokenDialog />
    </>
  )
}
