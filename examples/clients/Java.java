import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

public class Java {
  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("https://arbitrum-api.gmxinfra.io/prices/tickers")).build();
    var body = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    System.out.println(body.split("\"tokenAddress\"").length - 1);
  }
}
