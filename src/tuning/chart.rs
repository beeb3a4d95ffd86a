//! The losses of a fit, drawn.

use super::fit::Epoch;
use plotters::coord::Shift;
use plotters::prelude::*;

/// The size of the drawing in pixels.
const SIZE: (u32, u32) = (900, 500);

type Error = DrawingAreaErrorKind<std::io::Error>;

/// The losses by epoch as an SVG.
///
/// # Errors
/// The drawing library's own.
pub fn svg(title: &str, epochs: &[Epoch]) -> Result<String, Error> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        draw(&area, title, epochs)?;
        area.present()?;
    }
    Ok(text)
}

fn draw(area: &DrawingArea<SVGBackend, Shift>, title: &str, epochs: &[Epoch]) -> Result<(), Error> {
    let losses = || epochs.iter().flat_map(|epoch| [epoch.training, epoch.validation]);
    let (low, high) = losses().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), loss| (low.min(loss), high.max(loss)));
    let margin = ((high - low) * 0.05).max(1e-6);
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(80)
        .build_cartesian_2d(0..epochs.len().max(2) - 1, low - margin..high + margin)?;
    chart.configure_mesh().x_desc("epoch").y_desc("loss").y_label_formatter(&|loss| format!("{loss:.5}")).draw()?;
    let line = |loss: fn(&Epoch) -> f64, colour: RGBColor| {
        LineSeries::new(epochs.iter().map(move |epoch| (epoch.number, loss(epoch))), colour.stroke_width(2))
    };
    let key = |colour: RGBColor| move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2));
    chart.draw_series(line(|epoch| epoch.training, BLUE))?.label("training").legend(key(BLUE));
    chart.draw_series(line(|epoch| epoch.validation, RED))?.label("validation").legend(key(RED));
    chart.configure_series_labels().border_style(BLACK).background_style(WHITE).draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_losses_are_drawn() {
        let epoch = |number, loss| Epoch { number, rate: 1.0, training: loss, validation: loss + 0.01 };
        let text = svg("chess, 2 positions", &[epoch(0, 0.7), epoch(1, 0.6), epoch(2, 0.55)]).unwrap();
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
        for word in ["chess, 2 positions", "training", "validation", "epoch", "#0000FF", "#FF0000"] {
            assert!(text.contains(word), "{word}");
        }
        assert!(text.matches("<polyline").count() >= 2);
        assert!(svg("nothing learned", &[epoch(0, 0.7)]).is_ok());
    }
}
