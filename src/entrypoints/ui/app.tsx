import { BasesPanel } from './bases/bases.js'
import { Footer } from './footer.js'
import { Header } from './header.js'
import { Incident } from './incident/incident.js'
import { JournalPanel } from './journal/journal.js'
import { MarketPanel } from './market/market.js'
import { TokenDialog } from './session/token-dialog.js'

export function App() {
  return (
    <>
      <Header />
      <main>
        <MarketPanel />
        <BasesPanel />
        <Incident />
        <JournalPanel />
      </main>
      <Footer />
      <TokenDialog />
    </>
  )
}
