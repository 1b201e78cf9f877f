# A poller with the standard library of Ruby: `poll.rb one` asks the primary alone, `poll.rb several` the next base after a failure.
# Base addresses follow; without any it asks the live hosts.
require 'json'
require 'net/http'

HOSTS = ['https://arbitrum-api.gmxinfra.io', 'https://arbitrum-api-fallback.gmxinfra.io'].freeze
TIMEOUT_SECONDS = 3
$stdout.sync = true

def ask(base)
  uri = URI("#{base}/prices/tickers")
  options = { use_ssl: uri.scheme == 'https', open_timeout: TIMEOUT_SECONDS, read_timeout: TIMEOUT_SECONDS, max_retries: 0 }
  reply = Net::HTTP.start(uri.host, uri.port, **options) { |http| http.get(uri.request_uri) }
  raise "status #{reply.code}" unless reply.code == '200'

  JSON.parse(reply.body)
end

mode, *bases = ARGV
bases = HOSTS if bases.empty?
bases = bases.take(1) if mode == 'one'
loop do
  bases.each do |base|
    eth = ask(base).find { |row| row['tokenSymbol'] == 'ETH' }
    puts "acted on ETH at #{eth['minPrice'].to_f / 1e12}"
    break
  rescue StandardError
    next
  end
  sleep 1
end
