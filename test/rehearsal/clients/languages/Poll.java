import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A poller with the HTTP client of Java: `one` asks the primary alone, `several` the next base after a failure. Its timeout is
 * `orTimeout`, which ends the wait and not the request. Base addresses follow; without any it asks the live hosts.
 */
class Poll {
    static final List<String> HOSTS =
            List.of("https://arbitrum-api.gmxinfra.io", "https://arbitrum-api-fallback.gmxinfra.io");
    static final Pattern ETH = Pattern.compile("\"tokenSymbol\":\"ETH\"[^}]*\"minPrice\":\"(\\d+)\"");
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    static double ask(String base) {
        var request = HttpRequest.newBuilder(URI.create(base + "/prices/tickers")).build();
        var reply = CLIENT.sendAsync(request, BodyHandlers.ofString()).orTimeout(3, TimeUnit.SECONDS).join();
        if (reply.statusCode() != 200) throw new IllegalStateException("status " + reply.statusCode());
        var eth = ETH.matcher(reply.body());
        if (!eth.find()) throw new IllegalStateException("no price of ETH");
        return Double.parseDouble(eth.group(1)) / 1e12;
    }

    public static void main(String[] args) throws InterruptedException {
        var given = Arrays.asList(args).subList(1, args.length);
        var bases = given.isEmpty() ? HOSTS : given;
        for (; ; Thread.sleep(1000)) {
            for (var base : args[0].equals("one") ? bases.subList(0, 1) : bases) {
                try {
                    System.out.println("acted on ETH at " + ask(base));
                    break;
                } catch (RuntimeException error) {
                    // The next one.
                }
            }
        }
    }
}
